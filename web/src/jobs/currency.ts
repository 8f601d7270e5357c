import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { locale } from '~/format/date'
import { browserZone } from '~/format/zone'
import { otherNames } from './countries'
import { wordsOf } from './keyword'
import type { Search } from './search-state'

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
  [/^Europe\/Prague$/, 'CZK'],
  [/^Europe\/Budapest$/, 'HUF'],
  [/^Europe\/Bucharest$/, 'RON'],
  [/^Europe\/(Kyiv|Kiev)$/, 'UAH'],
  [/^Europe\/Istanbul$/, 'TRY'],
  [/^Europe\//, 'EUR'],
  [/^Australia\//, 'AUD'],
  [/^America\/(Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Montreal|Regina|St_Johns|Moncton)$/, 'CAD'],
  [/^America\/(Mexico_City|Cancun|Merida|Monterrey|Matamoros|Chihuahua|Ciudad_Juarez|Ojinaga|Mazatlan|Bahia_Banderas)$/, 'MXN'],
  [/^America\/(Hermosillo|Tijuana)$/, 'MXN'],
  [/^America\/(Sao_Paulo|Noronha|Belem|Fortaleza|Recife|Araguaina|Maceio|Bahia|Campo_Grande|Cuiaba|Santarem)$/, 'BRL'],
  [/^America\/(Porto_Velho|Boa_Vista|Manaus|Eirunepe|Rio_Branco)$/, 'BRL'],
  [/^America\/(Argentina\/.*|Buenos_Aires|Cordoba)$/, 'ARS'],
  [/^America\/(Santiago|Punta_Arenas|Coyhaique)$/, 'CLP'],
  [/^America\/Bogota$/, 'COP'],
  [/^(America|US)\//, 'USD'],
]

/** The countries of the currencies for which the server has a rate. */
const countriesOf = {
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA', USD: 'US PR', GBP: 'GB', CHF: 'CH LI',
  SEK: 'SE', NOK: 'NO', DKK: 'DK FO GL', PLN: 'PL', CAD: 'CA', AUD: 'AU', ISK: 'IS', CZK: 'CZ', HUF: 'HU', RON: 'RO', UAH: 'UA',
  TRY: 'TR', ILS: 'IL', AED: 'AE', SAR: 'SA', EGP: 'EG', NGN: 'NG', KES: 'KE', ZAR: 'ZA', INR: 'IN', PKR: 'PK', SGD: 'SG', MYR: 'MY',
  IDR: 'ID', PHP: 'PH', THB: 'TH', VND: 'VN', HKD: 'HK', CNY: 'CN', TWD: 'TW', KRW: 'KR', JPY: 'JP', NZD: 'NZ', MXN: 'MX', BRL: 'BR',
  ARS: 'AR', CLP: 'CL', COP: 'CO',
}
const ofRegion = new Map(Object.entries(countriesOf).flatMap(([currency, codes]) => codes.split(' ').map((c) => [c, currency] as const)))

/** localCurrency returns the currency of a time zone or, where the zone does not tell, of the region of a language. */
export function localCurrency(zone = browserZone(), languageTag = navigator.language): string {
  const region = /-([A-Z]{2})\b/.exec(languageTag)?.[1] ?? ''
  return ofZone.find(([zones]) => zones.test(zone))?.[1] ?? ofRegion.get(region) ?? 'EUR'
}

const stored = {
  key: KEY, defaultValue: '', getInitialValueInEffect: false,
  serialize: (code: string) => code, deserialize: (code: string | undefined) => code ?? '',
}

type Places = Pick<Search, 'keyword' | 'location' | 'near'>

let byName: Map<string, string> | undefined

/** ofCountry returns the currency of a country by its name in English, as boards write it, or in the language of the app. */
function ofCountry(name: string): string | undefined {
  if (!byName) {
    byName = new Map()
    const known = typeof Intl.DisplayNames === 'function' ? ['en', locale()] : []
    const names = known.map((l) => new Intl.DisplayNames(l, { type: 'region' }))
    for (const [code, currency] of ofRegion) {
      for (const n of names) byName.set((n.of(code) ?? code).toLowerCase(), currency)
    }
    for (const [name, code] of Object.entries(otherNames)) {
      const currency = ofRegion.get(code)
      if (currency) byName.set(name.toLowerCase(), currency)
    }
  }
  return byName.get(name.trim().toLowerCase())
}

/** The words of the longest name: United Arab Emirates. */
const MOST_WORDS = 3

/** placesIn returns the words of a keyword, also those that follow each other, which may name a country. */
function placesIn(keyword: string): string[] {
  const words = wordsOf(keyword).map((word) => word.replace(/[,;.]+$/, ''))
  return words.flatMap((_, i) => Array.from({ length: MOST_WORDS }, (_, more) => words.slice(i, i + more + 1).join(' ')))
}

/**
 * placeCurrency returns the currency of the countries that a search names in its filters or, if none, in its keyword; undefined if
 * there is none or they have several. The service reads the amount of a keyword in it, so that it must be known beforehand.
 */
export function placeCurrency({ keyword, location, near }: Places): string | undefined {
  const places = near ? [near, ...location] : location
  const named = places.length > 0 ? places : placesIn(keyword)
  const found = new Set(named.map((p) => ofCountry(p.slice(p.lastIndexOf(',') + 1))).filter((c) => c !== undefined))
  return found.size === 1 ? [...found][0] : undefined
}

const chosenOrUsual = (kept: string, search: Places) =>
  Object.keys(countriesOf).includes(kept) ? kept : (placeCurrency(search) ?? localCurrency())

/** offeredCurrencies returns what can be chosen. Those of the search and of the browser stay on offer, to return to. */
export const offeredCurrencies = (current: string, search: Places, local = localCurrency()): string[] => [
  ...new Set([current, placeCurrency(search) ?? current, local, ...currencies]),
]

/**
 * currencyOf returns the currency in which amounts of a search are typed and shown: the one that was chosen, else that of the
 * country that the search names, else that of the browser.
 */
export const currencyOf = (search: Places) => chosenOrUsual(readLocalStorageValue(stored), search)

/** useCurrency returns the same function, and how to choose a currency, which is kept in the browser. */
export function useCurrency() {
  const [kept, choose] = useLocalStorage(stored)
  return [(search: Places) => chosenOrUsual(kept, search), choose] as const
}
