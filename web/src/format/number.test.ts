import { expect, it } from 'vitest'
import { formatBytes, formatPay, formatPayAbout } from './number'

it.each([
  [0, '0 bytes'],
  [508, '508 bytes'],
  [1_200, '1.2 kB'],
  [61_203_456, '61 MB'],
  [2_340_000_000, '2.3 GB'],
])('writes a size of %i', (n, want) => {
  expect(formatBytes(n)).toBe(want)
})

it.each([
  [80_500, 98_000, 'about €80,500 – €98,000 a year'],
  [85_000, 85_000, 'about €85,000 a year'],
])('writes converted pay: %i to %i', (min, max, want) => {
  expect(formatPayAbout({ min, max, currency: 'EUR', ratesOf: '2026-03-02' })).toBe(want)
})

it.each([
  [{ compensationMin: 19, compensationMinExact: 18.5, compensationMax: null }, 'from €18.50 an hour'],
  [{ compensationMin: 19, compensationMinExact: 18.5, compensationMax: 21 }, '€18.50 – €21 an hour'],
  [{ compensationMin: 18, compensationMax: 21 }, '€18 – €21 an hour'],
])('writes pay with cents: %o', (pay, want) => {
  expect(formatPay({ ...pay, compensationCurrency: 'EUR', compensationPeriod: 'hour' })).toBe(want)
})
