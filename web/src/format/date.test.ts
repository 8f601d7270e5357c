import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stepForm, stepOf } from '~/tracker/next-step'
import { tomorrowMorning } from '~/reminders/reminder-form'
import { daysUntil, formatAgo, formatCalendarDay, fromLocalInput, today, toLocalInput, weekOf } from './date'

beforeEach(() => {
  process.env.TZ = 'Europe/Madrid'
})
afterEach(() => vi.useRealTimers())

describe('times of the reader', () => {
  it.each([
    ['winter', '2026-01-15T09:30', '2026-01-15T08:30:00.000Z'],
    ['summer', '2026-07-15T09:30', '2026-07-15T07:30:00.000Z'],
    ['the day of the change', '2026-10-25T12:00', '2026-10-25T11:00:00.000Z'],
  ])('are kept in UTC: %s', (_, local, utc) => {
    expect(fromLocalInput(local)).toBe(utc)
    expect(toLocalInput(utc)).toBe(local)
  })

  it('are refused when they are none', () => {
    for (const value of ['', '2026-07-15', 'soon', '2026-13-45T99:99']) expect(fromLocalInput(value)).toBeNull()
  })

  it('propose tomorrow morning', () => {
    expect(tomorrowMorning(new Date('2026-12-31T22:30:00Z'))).toBe('2027-01-01T09:00')
  })
})

describe('calendar days', () => {
  it('have no zone', () => {
    expect(formatCalendarDay('2026-03-01')).toMatch(/1/)
    expect(formatCalendarDay('not a day')).toBe('not a day')
  })

  it('are counted from the reader’s today, not from that of Greenwich', () => {
    const lateEvening = new Date('2026-06-14T22:30:00Z') // already the 15th in Madrid
    expect(today(lateEvening)).toBe('2026-06-15')
    expect(daysUntil('2026-06-15', lateEvening)).toBe(0)
    expect(daysUntil('2026-06-17', lateEvening)).toBe(2)
    expect(daysUntil('2026-06-14', lateEvening)).toBe(-1)
  })

  it('make weeks that begin on Monday, across the change of the clock', () => {
    expect(weekOf('2026-10-25T22:00:00Z')).toBe('2026-10-19')
    expect(weekOf('2026-10-25T23:30:00Z')).toBe('2026-10-26')
  })
})

describe('a next step', () => {
  it('keeps its day and turns its time into an instant', () => {
    const form = { label: ' Talk ', date: '2026-07-15', time: '00:30' }
    expect(stepOf(form)).toEqual({ label: 'Talk', date: '2026-07-15', reminderAt: '2026-07-14T22:30:00.000Z' })
    expect(stepForm({ label: 'Talk', date: '2026-07-15', reminderAt: '2026-07-14T22:30:00Z' })).toEqual({ ...form, label: 'Talk' })
  })

  it('may lack a time, or everything', () => {
    expect(stepOf({ label: '', date: '2026-07-15', time: '' })).toEqual({ label: null, date: '2026-07-15', reminderAt: null })
    expect(stepOf(stepForm(null))).toEqual({ label: null, date: null, reminderAt: null })
  })
})

it('says how long ago something was', () => {
  const now = new Date('2026-06-15T12:00:00Z')
  expect(formatAgo('2026-06-15T11:59:40Z', now)).toBe('now')
  expect(formatAgo('2026-06-15T10:00:00Z', now)).toBe('2 hours ago')
  expect(formatAgo('2026-06-18T12:00:00Z', now)).toBe('in 3 days')
  expect(formatAgo('2026-06-17T11:00:00Z', now)).toBe('in 2 days') // 47 hours, but not tomorrow
  expect(formatAgo('2026-06-14T01:00:00Z', now)).toBe('yesterday')
})
