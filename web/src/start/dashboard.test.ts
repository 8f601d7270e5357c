import { describe, expect, it } from 'vitest'
import type { Application, Reminder } from '~/api/models'
import { inColumn, nextOf, upcoming } from './dashboard'

const application = (id: string, nextStep: Application['nextStep'], endedAt: string | null = null) =>
  ({ id, nextStep, endedAt, job: { title: 'Pilot', company: `Company ${id}` } }) as Application
const reminder = (id: string, applicationId: string, triggerAtUtc: string) =>
  ({ id, applicationId, title: 'Call back', triggerAtUtc }) as Reminder

describe('upcoming', () => {
  it('puts steps and reminders into the order in which they come', () => {
    const all = [
      application('a', { label: 'Talk', date: '2031-06-15', reminderAt: '2031-06-15T07:30:00Z' }),
      application('b', { label: null, date: '2031-06-14', reminderAt: null }),
      application('c', null),
    ]
    const list = upcoming(all, [reminder('r', 'c', '2031-06-15T06:00:00Z')])
    expect(list.map((i) => i.key)).toEqual(['b', 'r', 'a'])
    expect(list.map((i) => i.where)).toEqual(['Pilot · Company b', 'Pilot · Company c', 'Pilot · Company a'])
    expect(list[0]?.title).toBe('Next step')
  })

  it('leaves out what has ended or is archived', () => {
    const step = { label: 'Talk', date: '2031-06-15', reminderAt: null }
    const at = '2031-01-01T00:00:00Z'
    expect(upcoming([application('a', step, at), { ...application('b', step), archivedAt: at }], [])).toEqual([])
  })

  it('keeps a reminder whose application is not known here', () => {
    expect(upcoming([], [reminder('r', 'gone', '2031-06-15T06:00:00Z')])[0]?.where).toBe('Reminder')
  })
})

describe('what is next', () => {
  const now = new Date('2031-06-15T12:00:00Z')
  const on = (...days: number[]) =>
    upcoming(days.map((d) => application(`${d}`, { label: 'Talk', date: `2031-06-${d}`, reminderAt: null })), [])
  const keys = (...days: number[]) => nextOf(on(...days), now).map((i) => Number(i.key))

  it('has room for what is to come beside many late steps', () => {
    expect(keys(10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)).toEqual([13, 14, 15, 16, 17, 18, 19])
  })

  it('has late steps where little is to come', () => {
    expect(keys(10, 11, 12, 13, 14, 16)).toEqual([10, 11, 12, 13, 14, 16])
  })
})

it('counts what the board has in a column', () => {
  const card = (status: string, archivedAt: string | null = null) => ({ status, archivedAt }) as Application
  const all = [card('SAVED'), card('SCREENING'), card('INTERVIEW'), card('INTERVIEW'), card('INTERVIEW', '2026-03-01T00:00:00Z')]
  expect(inColumn(all, 'INTERVIEW')).toBe(2)
  expect(inColumn(all, 'SCREENING')).toBe(1)
  expect(inColumn(all, 'OFFER')).toBe(0)
})
