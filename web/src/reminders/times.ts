import type { Application } from '~/api/models'
import { addDays, fromLocalInput, today, toLocalInput } from '~/format/date'
import { text } from '~/text'

/** Preset is a time that the form offers, as the field has it. */
export interface Preset {
  label: string
  at: string
}

type Step = NonNullable<Application['nextStep']>

const MINUTE = 60_000

/** timesBefore returns the times to be reminded of a next step that are still to come. */
export function timesBefore(step: Step | null | undefined, now = new Date()): Preset[] {
  const day = step?.date ?? (step?.reminderAt ? toLocalInput(step.reminderAt).slice(0, 10) : null)
  if (!step || !day) return []
  const { presets } = text.reminders
  const evening = { label: presets.evening, at: `${addDays(day, -1)}T18:00` }
  const at = step.reminderAt
  const earlier = (minutes: number) => toLocalInput(new Date(Date.parse(at!) - minutes * MINUTE))
  const times = at
    ? [
        { label: presets.twoDays, at: `${addDays(day, -2)}T${toLocalInput(at).slice(11)}` },
        { label: presets.oneDay, at: `${addDays(day, -1)}T${toLocalInput(at).slice(11)}` },
        evening,
        { label: presets.twoHours, at: earlier(120) },
        { label: presets.halfHour, at: earlier(30) },
      ]
    : [{ label: presets.twoDays, at: `${addDays(day, -2)}T09:00` }, evening, { label: presets.morning, at: `${day}T08:00` }]
  return times.filter((t) => Date.parse(fromLocalInput(t.at)!) > now.getTime())
}

/** timesFromNow returns the times that are offered for any application. */
export function timesFromNow(now = new Date()): Preset[] {
  const morning = (days: number) => `${addDays(today(now), days)}T09:00`
  return [
    { label: text.reminders.tomorrow, at: morning(1) },
    { label: text.reminders.inThreeDays, at: morning(3) },
    { label: text.reminders.inAWeek, at: morning(7) },
    { label: text.reminders.inTwoWeeks, at: morning(14) },
  ]
}
