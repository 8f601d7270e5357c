import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Application } from '~/api/models'
import { zoneName } from '~/format/zone'
import { text } from '~/text'
import { type Preset, timesBefore, timesFromNow } from './times'

interface Props {
  /** The application that the reminder is about, if it is chosen. */
  application?: Pick<Application, 'nextStep'>
  value: string
  error?: ReactNode
  onChange: (value: string) => void
}

/** TimeField asks when to be reminded: at a suggested time, some of them before the next step, or at any other. */
export function TimeField({ application, value, error, onChange }: Props) {
  const step = application?.nextStep
  const before = timesBefore(step)
  return (
    <Stack gap="xs">
      <TextInput
        label={text.reminders.when}
        description={text.reminders.zone(zoneName())}
        type="datetime-local"
        required
        value={value}
        error={error}
        onChange={(e) => onChange(e.currentTarget.value)}
      />
      {before.length > 0 && (
        <Text size="xs" c="dimmed">
          {text.reminders.before(step!.label ?? text.tracker.nextStep)}
        </Text>
      )}
      <Choices times={before} value={value} onChange={onChange} />
      <Choices times={timesFromNow()} value={value} onChange={onChange} />
    </Stack>
  )
}

function Choices({ times, value, onChange }: { times: Preset[]; value: string; onChange: (value: string) => void }) {
  if (times.length === 0) return null
  return (
    <Group gap={6} role="group" aria-label={text.reminders.times}>
      {times.map((t) => (
        <Button
          key={t.label}
          size="compact-xs"
          variant={t.at === value ? 'light' : 'default'}
          fw={500}
          aria-pressed={t.at === value}
          onClick={() => onChange(t.at)}
        >
          {t.label}
        </Button>
      ))}
    </Group>
  )
}
