import { afterEach, beforeEach, expect, it } from 'vitest'
import { shownZone } from '~/format/zone'
import { laterTimes, snoozeTimes } from './snooze-menu'

beforeEach(() => {
  process.env.TZ = 'Europe/Madrid'
})
afterEach(() => shownZone.set(null))

const offered = (now: string) => snoozeTimes(new Date(now)).map((t) => `${t.label}: ${t.at.slice(5, 16)}`)

it('offers times of the day in the user’s time zone', () => {
  expect(offered('2026-10-23T08:00:00Z')).toEqual([
    'In one hour: 10-23T09:00',
    'This evening: 10-23T16:00',
    'Tomorrow morning: 10-24T07:00',
    'Next Monday morning: 10-26T08:00', // after the change of the clocks
  ])
  shownZone.set('Asia/Tokyo')
  expect(offered('2026-10-23T08:00:00Z')).toEqual([
    'In one hour: 10-23T09:00', // seven in the evening is too late for the evening
    'Tomorrow morning: 10-24T00:00',
    'Next Monday morning: 10-26T00:00',
  ])
})

it('offers no time twice', () => {
  expect(offered('2026-10-25T20:00:00Z')).toEqual(['In one hour: 10-25T21:00', 'Tomorrow morning: 10-26T08:00'])
})

it('offers only later times for a reminder that is not due yet', () => {
  const later = (due: string) => laterTimes(due).map((t) => `${t.label}: ${t.at.slice(5, 16)}`)
  expect(later('2026-10-23T08:30:00Z')).toEqual([
    'One hour later: 10-23T09:30',
    'One day later: 10-24T08:30',
    'One week later: 10-30T09:30', // after the change of the clocks, at the same time of the day
  ])
  shownZone.set('Asia/Tokyo')
  expect(later('2026-10-23T08:30:00Z')[2]).toBe('One week later: 10-30T08:30')
})
