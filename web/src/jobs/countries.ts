import { locale } from '~/format/date'
import { tidyPlace } from '~/format/place'
import { language } from '~/text/languages'

// Boards name countries in English, and searches use these names. They are translated where they are shown.

/** Names that boards use and browsers do not. */
const others: Record<string, string> = {
  'Czech Republic': 'CZ', 'Hong Kong': 'HK', Macau: 'MO', Turkey: 'TR', 'United States of America': 'US', USA: 'US', UK: 'GB',
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
let translations: Map<string, string> | undefined

/** translated returns the countries of the world by their English names. It is made once, when a name is first shown. */
function translated(): Map<string, string> {
  if (translations) return translations
  translations = new Map()
  if (language === 'en' || typeof Intl.DisplayNames !== 'function') return translations
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const own = new Intl.DisplayNames(locale(), { type: 'region' })
  for (const a of LETTERS) {
    for (const b of LETTERS) {
      const name = english.of(a + b)
      if (name) translations.set(name, own.of(a + b) ?? name)
    }
  }
  for (const [name, code] of Object.entries(others)) translations.set(name, own.of(code) ?? name)
  return translations
}

/** Names of countries that are also names of states. In a line of text nobody knows which of the two is meant. */
const ambiguous = new Set(['Georgia'])

/** countryName returns a country in the language of the app. */
export const countryName = (country: string) => translated().get(country) ?? country

/** inOwnWords returns a place such as "Munich, Germany" with the country in the language of the app. */
export function inOwnWords(written: string): string {
  const place = tidyPlace(written) ?? ''
  const at = place.lastIndexOf(', ') + 1
  const country = place.slice(at).trim()
  const name = ambiguous.has(country) ? undefined : translated().get(country)
  return name ? (at > 0 ? `${place.slice(0, at)} ${name}` : name) : place
}
