import { ActionIcon, Menu, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconAlarmSnooze } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { addDays, formatInstant, fromLocalInput, today, toLocalInput, weekOf } from '~/format/date'
import { zoneName } from '~/format/zone'
import { FormButtons } from '~/shell/buttons'
import { text } from '~/text'

const HOUR = 3_600_000

/** snoozeTimes returns the times that are offered, in the user's time zone; on request also some within the hour. */
export function snoozeTimes(now = new Date(), soon = false): { label: string; at: string }[] {
  const day = today(now)
  const minutes = (n: number) => ({ label: text.reminders.soon(n), at: new Date(now.getTime() + n * 60_000).toISOString() })
  const times = [
    { label: text.reminders.inAnHour, at: new Date(now.getTime() + HOUR).toISOString() },
    { label: text.reminders.thisEvening, at: fromLocalInput(`${day}T18:00`)! },
    { label: text.reminders.tomorrow, at: fromLocalInput(`${addDays(day, 1)}T09:00`)! },
    { label: text.reminders.nextWeek, at: fromLocalInput(`${addDays(weekOf(now), 7)}T09:00`)! },
  ]
  // The evening is offered until an hour before it, and on Sundays next week is tomorrow.
  const later = times.filter((t, i) => Date.parse(t.at) >= now.getTime() + HOUR && times.findIndex((o) => o.at === t.at) === i)
  return soon ? [minutes(15), minutes(30), ...later] : later
}

/** laterTimes returns the times that are offered for a reminder that is not due yet: none may bring it forward. */
export function laterTimes(due: string): { label: string; at: string }[] {
  const [day, time] = toLocalInput(due).split('T') as [string, string]
  return [
    { label: text.reminders.hourLater, at: new Date(Date.parse(due) + HOUR).toISOString() },
    { label: text.reminders.dayLater, at: fromLocalInput(`${addDays(day, 1)}T${time}`)! },
    { label: text.reminders.weekLater, at: fromLocalInput(`${addDays(day, 7)}T${time}`)! },
  ]
}

interface Props {
  title: string
  onSnooze: (at: string) => void
  /** When the reminder comes, if it has not come yet. */
  due?: string
  /** Offers times within the hour, too. */
  soon?: boolean
  /** Inside a popover, which a menu or dialog outside of it would close. */
  inPopover?: boolean
}

/** SnoozeMenu asks when to be reminded again. */
export function SnoozeMenu({ title, onSnooze, due, soon, inPopover }: Props) {
  const [asking, setAsking] = useState(false)
  const [at, setAt] = useState('')
  const chosen = fromLocalInput(at)
  const ahead = due !== undefined && Date.parse(due) > Date.now()
  const future = chosen !== null && Date.parse(chosen) > Date.now()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (!chosen || !future) return
    setAsking(false)
    onSnooze(chosen)
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal={!inPopover} floatingStrategy={inPopover ? 'fixed' : undefined}>
        <Menu.Target>
          <ActionIcon aria-label={text.reminders.snoozeOne(title)} title={text.reminders.snooze}>
            <IconAlarmSnooze size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{text.reminders.snooze}</Menu.Label>
          {(ahead ? laterTimes(due) : snoozeTimes(new Date(), soon)).map((t) => (
            <Menu.Item key={t.label} onClick={() => onSnooze(t.at)}>
              {t.label}
              <Text size="xs" c="dimmed">
                {formatInstant(t.at)}
              </Text>
            </Menu.Item>
          ))}
          {!inPopover && (
            <Menu.Item
              onClick={() => {
                setAt(toLocalInput(new Date((ahead ? Date.parse(due) : Date.now()) + 24 * HOUR)))
                setAsking(true)
              }}
            >
              {text.reminders.anotherTime}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={asking} onClose={() => setAsking(false)} title={text.reminders.snooze}>
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={text.reminders.when}
              description={text.reminders.zone(zoneName())}
              type="datetime-local"
              value={at}
              onChange={(e) => setAt(e.currentTarget.value)}
              error={chosen && !future && text.reminders.past}
              data-autofocus
            />
            <FormButtons onCancel={() => setAsking(false)} action={text.reminders.snooze} disabled={!future} />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
