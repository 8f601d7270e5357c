import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { browserZone } from '~/format/zone'

export const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CAD', 'AUD']

const KEY = 'rolecall.currency'

// The clock tells where somebody is better than the language of the browser, which is American English all over the world.
const ofZone: [RegExp, string][] = [
  [/^Europe\/(London|Belfast|Jersey|Guernsey|Isle_of_Man)$/, 'GBP'],
  [/^Europe\/(Zurich|Vaduz|Busingen)$/, 'CHF'],
  [/^Europe\/Stockholm$/, 'SEK'],
  [/^Europe\/Oslo$/, 'NOK'],
  [/^Europe\/Copenhagen$/, 'DKK'],
  [/^Europe\/Warsaw$/, 'PLN'],
  [/^Europe\//, 'EUR'],
  [/^Australia\//, 'AUD'],
  [/^America\/(Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Montreal|Regina|St_Johns|Moncton)$/, 'CAD'],
  [/^(America|US)\//, 'USD'],
]
const ofRegion: Record<string, string> = {
  US: 'USD', GB: 'GBP', CH: 'CHF', LI: 'CHF', SE: 'SEK', NO: 'NOK', DK: 'DKK', PL: 'PLN', CA: 'CAD', AU: 'AUD',
}

/** localCurrency returns the currency of a time zone or, where the zone does not tell, of the region of a language. */
export function localCurrency(zone = browserZone(), languageTag = navigator.language): string {
  const region = /-([A-Z]{2})\b/.exec(languageTag)?.[1] ?? ''
  return ofZone.find(([zones]) => zones.test(zone))?.[1] ?? ofRegion[region] ?? 'EUR'
}

const stored = {
  key: KEY, defaultValue: '', getInitialValueInEffect: false,
  serialize: (code: string) => code, deserialize: (code: string | undefined) => code ?? '',
}

const chosenOrLocal = (kept: string) => (currencies.includes(kept) ? kept : localCurrency())

/** currency returns the currency in which amounts are typed and shown. */
export const currency = () => chosenOrLocal(readLocalStorageValue(stored))

/** useCurrency returns the same, and how to choose another, which is kept in the browser. */
export function useCurrency() {
  const [kept, choose] = useLocalStorage(stored)
  return [chosenOrLocal(kept), choose] as const
}
