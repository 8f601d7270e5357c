import { ActionIcon, Button, Group, Modal, NativeSelect, Stack, Text, TextInput, Timeline } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { ApplicationDetails, ApplicationStatus } from '~/api/models'
import { formatAgo, formatDay, formatInstant, fromLocalInput, toLocalInput } from '~/format/date'
import { Problem } from '~/shell/states'
import { text } from '~/text'
import { useCorrection } from './queries'
import { statusColor, statusOptions } from './status'

type Event = ApplicationDetails['timeline'][number]

/**
 * isDay reports whether only the day of an event is known. Forms and files may give the application and its end as days, which
 * become a full minute; a move on the board has its seconds.
 */
function isDay(a: ApplicationDetails, e: Event): boolean {
  const wholeMinute = Date.parse(e.occurredAt) % 60_000 === 0
  return wholeMinute && !e.corrected && (e.occurredAt === a.appliedAt || e.occurredAt === a.endedAt)
}

/**
 * isAssumed reports whether nobody said when an event happened. An imported or added application without that date begins in
 * its status when it was sent or, if that is not known either, entered.
 */
export function isAssumed(a: ApplicationDetails, e: Event): boolean {
  if (e !== a.timeline[0] || e.corrected || e.status === 'SAVED') return false
  return a.appliedAt === null ? e.occurredAt === a.createdAt : e.status !== 'APPLIED' && e.occurredAt === a.appliedAt && isDay(a, e)
}

function timeOf(a: ApplicationDetails, e: Event): string {
  if (isAssumed(a, e)) return text.tracker.dateUnknown
  return isDay(a, e) ? formatDay(e.occurredAt) : formatInstant(e.occurredAt)
}

/** History lists the statuses of an application, the latest first, and lets the user correct them. */
export function History({ application }: { application: ApplicationDetails }) {
  const [editing, setEditing] = useState<Event | 'new' | null>(null)
  const close = () => setEditing(null)
  const latest = application.timeline.toReversed()
  return (
    <>
      <Timeline active={latest.length} bulletSize={14} lineWidth={2}>
        {latest.map((e) => (
          <Timeline.Item
            key={e.position}
            color={`${statusColor[e.status]}.5`}
            title={
              <Group justify="space-between" wrap="nowrap">
                {text.status[e.status]}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`${text.tracker.correctEvent}: ${text.status[e.status]}`}
                  onClick={() => setEditing(e)}
                >
                  <IconPencil size={14} />
                </ActionIcon>
              </Group>
            }
          >
            <Text size="xs" c="dimmed" title={isAssumed(application, e) ? undefined : formatAgo(e.occurredAt)}>
              {timeOf(application, e)}
              {e.corrected && ` · ${text.tracker.corrected}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      <Button variant="subtle" size="compact-sm" mt="md" leftSection={<IconPlus size={14} />} onClick={() => setEditing('new')}>
        {text.tracker.addEvent}
      </Button>
      <Modal opened={editing !== null} onClose={close} title={editing === 'new' ? text.tracker.addEvent : text.tracker.correctEvent}>
        {editing && <Correction application={application} event={editing === 'new' ? null : editing} onDone={close} />}
      </Modal>
    </>
  )
}

function Correction({ application: a, event, onDone }: { application: ApplicationDetails; event: Event | null; onDone: () => void }) {
  const correction = useCorrection()
  const [status, setStatus] = useState<ApplicationStatus>(event?.status ?? a.status)
  const [time, setTime] = useState(toLocalInput(event?.occurredAt ?? new Date()))
  const [wrong, setWrong] = useState(false)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    // The field shows minutes: an unchanged time keeps its seconds.
    const occurredAt = event && time === toLocalInput(event.occurredAt) ? event.occurredAt : fromLocalInput(time)
    setWrong(!occurredAt || Date.parse(occurredAt) > Date.now())
    if (!occurredAt || Date.parse(occurredAt) > Date.now()) return
    correction.mutate({ id: a.id, position: event?.position, status, occurredAt }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Problem error={correction.error} />
        <NativeSelect
          label={text.tracker.statusLabel}
          data={statusOptions}
          value={status}
          onChange={(e) => setStatus(e.currentTarget.value as ApplicationStatus)}
          data-autofocus
        />
        <TextInput
          label={text.tracker.eventTime}
          type="datetime-local"
          value={time}
          max={toLocalInput(new Date())}
          onChange={(e) => setTime(e.currentTarget.value)}
          error={wrong && text.tracker.eventTimeWrong}
        />
        <Group justify="space-between">
          {event && a.timeline.length > 1 ? (
            <Button
              variant="subtle"
              color="rose.7"
              onClick={() => correction.mutate({ id: a.id, position: event.position }, { onSuccess: onDone })}
              loading={correction.isPending}
            >
              {text.tracker.removeEvent}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" loading={correction.isPending}>
            {text.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
