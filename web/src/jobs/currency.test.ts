import { afterEach, describe, expect, it } from 'vitest'
import { currencyOf, localCurrency, offeredCurrencies, placeCurrency } from './currency'

describe('the currency of somebody who has chosen none', () => {
  it.each([
    ['Europe/Berlin', 'en-US', 'EUR'],
    ['Europe/London', 'en-US', 'GBP'],
    ['Europe/Zurich', 'de-DE', 'CHF'],
    ['America/Toronto', 'en-US', 'CAD'],
    ['America/Chicago', 'en-GB', 'USD'],
    ['America/Sao_Paulo', 'en-US', 'BRL'],
    ['America/Mexico_City', 'en-US', 'MXN'],
    ['America/Argentina/Salta', 'en-US', 'ARS'],
    ['Europe/Prague', 'en-US', 'CZK'],
    ['Europe/Budapest', 'de-DE', 'HUF'],
    ['UTC', 'en-GB', 'GBP'],
    ['UTC', 'de', 'EUR'],
    ['Asia/Kolkata', 'en-IN', 'INR'],
  ])('is in %s with %s %s', (zone, tag, currency) => {
    expect(localCurrency(zone, tag)).toBe(currency)
  })
})

describe('the currency of a search', () => {
  afterEach(() => localStorage.clear())
  const at = (...location: string[]) => ({ keyword: '', location, near: null })

  it.each([
    [['Switzerland'], 'CHF'],
    [['Gothenburg, Sweden'], 'SEK'],
    [['Germany', 'Vienna, Austria'], 'EUR'],
    [['USA', 'Lund'], 'USD'],
    [['turkey'], 'TRY'],
  ])('is that of the country of %s', (places, currency) => {
    expect(placeCurrency(at(...places))).toBe(currency)
    expect(currencyOf(at(...places))).toBe(currency)
  })

  it('is that of the country around a place', () => {
    expect(placeCurrency({ keyword: 'go germany', location: [], near: 'Oslo, Norway' })).toBe('NOK')
  })

  it.each([
    ['engineer in Switzerland, 100k', 'CHF'],
    ['south korea welder', 'KRW'],
    ['"switzerland" go', undefined],
    ['go -germany', undefined],
    ['go germany poland', undefined],
  ])('is that of the country in the words of %s', (keyword, currency) => {
    expect(placeCurrency({ ...at(), keyword })).toBe(currency)
  })

  it('is the usual one where the country is not known or is not the only one', () => {
    for (const places of [[], ['Lund'], ['Atlanta, Georgia'], ['Germany', 'Poland']]) {
      expect(placeCurrency(at(...places))).toBeUndefined()
      expect(currencyOf(at(...places))).toBe(localCurrency())
    }
  })

  it.each(['GBP', 'INR'])('is the one that was chosen: %s', (chosen) => {
    localStorage.setItem('rolecall.currency', chosen)
    expect(currencyOf(at('Switzerland'))).toBe(chosen)
  })

  it('is the usual one if nobody can have chosen what is kept', () => {
    localStorage.setItem('rolecall.currency', 'XXX')
    expect(currencyOf(at('Switzerland'))).toBe('CHF')
  })
})

it('offers the currencies of the search and of the browser beside the chosen one', () => {
  const search = { keyword: '', location: ['Switzerland'], near: null }
  expect(offeredCurrencies('USD', search, 'INR').slice(0, 4)).toEqual(['USD', 'CHF', 'INR', 'EUR'])
  expect(offeredCurrencies('EUR', { ...search, location: [] }, 'EUR').slice(0, 2)).toEqual(['EUR', 'USD'])
})
