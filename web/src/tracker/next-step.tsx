import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ApplicationDetails } from '~/api/models'
import { daysUntil, formatDayAndTime, formatRelativeDay, fromLocalInput, toLocalInput } from '~/format/date'
import { zoneName } from '~/format/zone'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { useChange } from './queries'

/** The form of a next step: a day, and a time of that day when it is known. */
interface StepForm {
  label: string
  date: string
  time: string
}

export function stepForm(step: ApplicationDetails['nextStep']): StepForm {
  const local = step?.reminderAt ? toLocalInput(step.reminderAt) : null
  return { label: step?.label ?? '', date: step?.date ?? local?.slice(0, 10) ?? '', time: local?.slice(11, 16) ?? '' }
}

const same = (a: StepForm, b: StepForm) => a.label === b.label && a.date === b.date && a.time === b.time

/** stepOf returns the form as the API expects it: the day as entered, the time as an instant. */
export function stepOf({ label, date, time }: StepForm) {
  return { label: label.trim() || null, date: date || null, reminderAt: date && time ? fromLocalInput(`${date}T${time}`) : null }
}

/** NextStep shows and edits what comes next and when. Interview reminders are sent before it. */
export function NextStep({ application }: { application: ApplicationDetails }) {
  const change = useChange(application.id)
  const before = stepForm(application.nextStep)
  const [form, setForm] = useState(before)
  const [base, setBase] = useState(before)
  const dirty = !same(form, before)
  if (!same(base, before)) {
    setBase(before)
    if (same(form, base)) setForm(before) // it was changed elsewhere
  }
  const step = application.nextStep
  const late = step?.date ? daysUntil(step.date) < 0 : false

  const save = (e: FormEvent) => {
    e.preventDefault()
    change.mutate(
      { nextStep: stepOf(form) },
      {
        onSuccess: (a) => {
          setForm(stepForm(a.nextStep))
          said(text.tracker.stepSaved)
        },
      },
    )
  }
  const clear = () => change.mutate({ nextStep: null }, { onSuccess: () => setForm(stepForm(null)) })
  const set = (patch: Partial<StepForm>) => setForm({ ...form, ...patch })

  return (
    <Card component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="h3">
          {text.tracker.nextStep}
        </Title>
        {step?.date && (
          <Text size="sm" c={late ? 'var(--mantine-color-error)' : 'dimmed'}>
            {formatDayAndTime(step.date, step.reminderAt)} · {formatRelativeDay(step.date)}
          </Text>
        )}
      </Group>
      <form onSubmit={save}>
        <Stack gap="sm">
          <TextInput
            label={text.tracker.stepLabel}
            placeholder={text.tracker.stepPlaceholder}
            maxLength={200}
            value={form.label}
            onChange={(e) => set({ label: e.currentTarget.value })}
          />
          <Group grow align="flex-start">
            <TextInput
              label={text.tracker.stepDate}
              type="date"
              value={form.date}
              onChange={(e) => set({ date: e.currentTarget.value })}
              required={!!form.time}
            />
            <TextInput
              label={text.tracker.stepTime}
              type="time"
              value={form.time}
              onChange={(e) => set({ time: e.currentTarget.value })}
              disabled={!form.date}
            />
          </Group>
          <Text size="xs" c="dimmed">
            {text.tracker.stepHint(zoneName())}
          </Text>
          <Group justify="flex-end">
            {step && (
              <Button variant="subtle" color="gray" onClick={clear}>
                {text.tracker.stepClear}
              </Button>
            )}
            <Button type="submit" disabled={!dirty} loading={change.isPending}>
              {text.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
