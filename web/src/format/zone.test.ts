import { expect, it } from 'vitest'
import { clockTime, instantOf, sameClock } from './zone'

const utc = (iso: string) => Date.parse(`${iso}Z`)

it.each([
  ['Europe/Madrid', '2026-07-15T09:30', '2026-07-15T07:30'],
  ['Asia/Kathmandu', '2026-07-15T09:30', '2026-07-15T03:45'],
  ['Europe/Madrid', '2026-03-29T02:30', '2026-03-29T01:30'], // skipped: 03:30
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'], // skipped: 03:30
  ['Europe/Madrid', '2026-10-25T02:30', '2026-10-25T00:30'], // the first of two
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'], // the first of two
  ['Pacific/Auckland', '2026-01-01T00:00', '2025-12-31T11:00'],
])('finds the instant of a clock in %s at %s', (zone, clock, instant) => {
  expect(instantOf(utc(clock), zone)).toBe(utc(instant))
})

it('reads the clock of a zone', () => {
  expect(clockTime(utc('2026-10-25T01:30'), 'Europe/Madrid')).toBe(utc('2026-10-25T02:30'))
  expect(clockTime(utc('2026-06-14T20:00') + 7, 'Asia/Tokyo')).toBe(utc('2026-06-15T05:00') + 7)
})

it('compares zones by their clocks', () => {
  expect(sameClock('Asia/Calcutta', 'Asia/Kolkata')).toBe(true)
  expect(sameClock('Europe/Madrid', 'Europe/Paris')).toBe(true)
  expect(sameClock('Europe/London', 'Africa/Abidjan', utc('2026-01-15T12:00'))).toBe(false) // the same only in winter
})
