import { afterEach, beforeEach, expect, it } from 'vitest'
import { shownZone } from '~/format/zone'
import { timesBefore, timesFromNow } from './times'

beforeEach(() => shownZone.set('Europe/Madrid'))
afterEach(() => shownZone.set(null))

const now = new Date('2026-10-20T08:00:00Z')
const shown = (times: { label: string; at: string }[]) => times.map((t) => `${t.label}: ${t.at}`)

it('offers times before a next step with a time', () => {
  const step = { label: 'Interview', date: '2026-10-26', reminderAt: '2026-10-26T09:30:00Z' } // after the change of the clocks
  expect(shown(timesBefore(step, now))).toEqual([
    'Two days before: 2026-10-24T10:30',
    'One day before: 2026-10-25T10:30',
    'The evening before: 2026-10-25T18:00',
    'Two hours before: 2026-10-26T08:30',
    '30 minutes before: 2026-10-26T10:00',
  ])
})

it('offers the days and mornings before a step without a time', () => {
  const step = { label: 'Visit', date: '2026-10-22', reminderAt: null }
  expect(shown(timesBefore(step, now))).toEqual(['The evening before: 2026-10-21T18:00', 'That morning: 2026-10-22T08:00'])
})

it('offers nothing that is past, and nothing without a step', () => {
  expect(timesBefore({ label: 'Call', date: '2026-10-20', reminderAt: '2026-10-20T08:10:00Z' }, now)).toEqual([])
  expect(timesBefore(null, now)).toEqual([])
})

it('offers mornings of the coming weeks', () => {
  expect(timesFromNow(now).map((t) => t.at)).toEqual([
    '2026-10-21T09:00', '2026-10-23T09:00', '2026-10-27T09:00', '2026-11-03T09:00',
  ])
})
