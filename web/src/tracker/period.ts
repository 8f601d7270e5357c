import { addDays, formatCalendarDate, fromLocalInput, today } from '~/format/date'
import { text } from '~/text'

export const periods = ['all', 'year', '90', '30', 'own'] as const
export type PeriodName = (typeof periods)[number]

/** A period from its first to its last day, in the user's time zone; null for no limit. */
export interface Days {
  from: string | null
  to: string | null
}

export const always: Days = { from: null, to: null }

const day = (value: string | null) => (value && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null)

export const parseDays = (params: URLSearchParams): Days => ({ from: day(params.get('from')), to: day(params.get('to')) })

/** parsePeriod returns the period that an address names, and its days. */
export function parsePeriod(params: URLSearchParams, now = today()): Days & { name: PeriodName } {
  const name = periods.find((p) => p === params.get('period')) ?? 'all'
  if (name === 'own') return { name, ...parseDays(params) }
  if (name === 'year') return { name, from: `${now.slice(0, 4)}-01-01`, to: null }
  return { name, from: name === 'all' ? null : addDays(now, 1 - Number(name)), to: null }
}

/** instants returns the limits of a period as the API wants them. */
export function instants({ from, to }: Days): { since?: string; until?: string } {
  const start = (day: string | null) => (day && fromLocalInput(`${day}T00:00`)) || undefined
  return { since: start(from), until: start(to && addDays(to, 1)) }
}

/** daysName describes a period. */
export function daysName({ from, to }: Days): string {
  if (from && to) return text.stats.between(formatCalendarDate(from), formatCalendarDate(to))
  if (from) return text.stats.sinceDay(formatCalendarDate(from))
  return to ? text.stats.untilDay(formatCalendarDate(to)) : text.stats.periods.all
}
