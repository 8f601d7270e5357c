// Instants are sent in UTC and shown in the user's time zone and locale. Calendar days ("2026-11-15") have no zone and must
// not be converted to one.
import { language } from '~/text/languages'
import { clockTime, foreignZone, instantOf, shownZone } from './zone'

/** locale returns the language of the app as the browser's user writes it: German of Austria, English of India. */
export const locale = () => navigator.languages.find((l) => l.split('-')[0]?.toLowerCase() === language) ?? language

const theDay = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** theTime are the options of an hour and its minutes: "2:30 PM" on a clock of twelve hours, "09:30" on one of twenty-four. */
const theTime = () => {
  const { hour12 } = new Intl.DateTimeFormat(locale(), { hour: 'numeric' }).resolvedOptions()
  return { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const
}

/** inZone are the options of a time of day: where the clock of this device says another time, the zone is named beside it. */
const inZone = () =>
  ({ ...theTime(), timeZone: shownZone.current(), timeZoneName: foreignZone() ? 'short' : undefined }) as const

export function formatDay(instant: string | Date): string {
  return new Date(instant).toLocaleDateString(locale(), { ...theDay, timeZone: shownZone.current() })
}

export function formatInstant(instant: string | Date): string {
  return new Date(instant).toLocaleString(locale(), { ...theDay, ...inZone() })
}

export function formatTime(instant: string | Date): string {
  return new Date(instant).toLocaleTimeString(locale(), inZone())
}

/** formatHour formats an hour of the day, which has no date and no zone. */
export function formatHour(hour: number): string {
  return new Date(Date.UTC(2000, 0, 1, hour)).toLocaleTimeString(locale(), { ...theTime(), timeZone: 'UTC' })
}

/** formatCalendarDay formats a calendar day with its weekday. */
export function formatCalendarDay(day: string): string {
  const d = calendarDay(day)
  return d ? d.toLocaleDateString(locale(), { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }) : day
}

/** formatDayAndTime formats a calendar day and, if it is known, the time of that day. */
export function formatDayAndTime(day: string, at: string | null): string {
  return at ? `${formatCalendarDay(day)}, ${formatTime(at)}` : formatCalendarDay(day)
}

/** formatCalendarDate formats a calendar day with its year. */
export function formatCalendarDate(day: string): string {
  const d = calendarDay(day)
  return d ? d.toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }) : day
}

/** leafOf returns the day of the month and the month, as on a tear-off calendar. */
export function leafOf(day: string): { day: string; month: string } {
  const d = calendarDay(day)
  return d
    ? { day: String(d.getUTCDate()), month: d.toLocaleDateString(locale(), { month: 'short', timeZone: 'UTC' }) }
    : { day, month: '' }
}

export function formatMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toLocaleDateString(locale(), { month: 'short', year: '2-digit', timeZone: 'UTC' })
}

function calendarDay(day: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  return parts ? new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))) : null
}

/** today returns the user's calendar day. */
export function today(now = new Date()): string {
  return toLocalInput(now).slice(0, 10)
}

/** addDays returns the calendar day that comes so many days later. */
export function addDays(day: string, days: number): string {
  const d = calendarDay(day)
  d?.setUTCDate(d.getUTCDate() + days)
  return d ? d.toISOString().slice(0, 10) : day
}

/** daysUntil counts calendar days from the user's today; negative for the past. */
export function daysUntil(day: string, now = new Date()): number {
  const target = calendarDay(day)
  const start = calendarDay(today(now))
  return target && start ? Math.round((target.getTime() - start.getTime()) / 86_400_000) : Number.NaN
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** formatAgo formats the time between an instant and now: "3 days ago", "in 2 hours". */
export function formatAgo(instant: string | Date, now = new Date()): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1000
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) < size) continue
    // "Tomorrow" means the next calendar day, not 24 to 48 hours ahead.
    return format.format(unit === 'day' ? daysUntil(today(new Date(instant)), now) : Math.trunc(seconds / size), unit)
  }
  return format.format(0, 'second')
}

export function formatRelativeDay(day: string, now = new Date()): string {
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(daysUntil(day, now), 'day')
}

/** toLocalInput formats an instant for <input type="datetime-local">, in the user's time zone. */
export function toLocalInput(instant: string | Date): string {
  return new Date(clockTime(new Date(instant).getTime())).toISOString().slice(0, 16)
}

/** fromLocalInput parses <input type="datetime-local"> as a time in the user's time zone; null if invalid. */
export function fromLocalInput(value: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(value)) return null
  const clock = Date.parse(`${value}Z`)
  return Number.isNaN(clock) ? null : new Date(instantOf(clock)).toISOString()
}

/** mondayOf returns the Monday of a calendar day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((calendarDay(day)!.getUTCDay() + 6) % 7))
}

/** weekOf returns the Monday of an instant's week in the user's time zone. */
export const weekOf = (instant: string | Date) => mondayOf(today(new Date(instant)))
