import { describe, expect, it } from 'vitest'
import { localCurrency } from './currency'

describe('the currency of somebody who has chosen none', () => {
  it.each([
    ['Europe/Berlin', 'en-US', 'EUR'],
    ['Europe/London', 'en-US', 'GBP'],
    ['Europe/Zurich', 'de-DE', 'CHF'],
    ['America/Toronto', 'en-US', 'CAD'],
    ['America/Chicago', 'en-GB', 'USD'],
    ['UTC', 'en-GB', 'GBP'],
    ['UTC', 'de', 'EUR'],
  ])('is in %s with %s %s', (zone, tag, currency) => {
    expect(localCurrency(zone, tag)).toBe(currency)
  })
})
