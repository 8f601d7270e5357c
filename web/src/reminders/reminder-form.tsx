import { Alert, Button, Checkbox, Group, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask, notifications } from '~/api/client'
import { ApiError, explain } from '~/api/error'
import type { Application, Reminder, ReminderChannel, ReminderStage } from '~/api/models'
import { formatInstant, fromLocalInput, toLocalInput, zoneName } from '~/format/date'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { useAllApplications } from '~/tracker/queries'
import { useReminderChanges } from './queries'

interface Target {
  reminder?: Reminder
  application?: Pick<Application, 'id' | 'job'>
}

/** useReminderForm opens the form for a new reminder or for one to be changed. */
export function useReminderForm(): { open: (target?: Target) => void; dialog: ReactNode } {
  const [target, setTarget] = useState<Target | null>(null)
  const close = () => setTarget(null)
  return {
    open: (t = {}) => setTarget(t),
    dialog: (
      <Modal opened={target !== null} onClose={close} title={target?.reminder ? text.reminders.change : text.reminders.create}>
        {target && <Form {...target} onClose={close} />}
      </Modal>
    ),
  }
}

/** tomorrowMorning is a time one might mean, so that the form is never empty. */
export function tomorrowMorning(now = new Date()): string {
  return toLocalInput(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9, 0))
}

const stages: ReminderStage[] = ['SCREENING', 'INTERVIEW', 'OFFER']

/** The services name what is wrong by title; the form shows it beside the field. */
const fieldOf: Record<string, string> = { 'Invalid Title': 'title', 'Invalid Note': 'note', 'Invalid Trigger Time': 'at', 'Invalid Channels': 'channels' }

function Form({ reminder, application, onClose }: Target & { onClose: () => void }) {
  const { create, update } = useReminderChanges()
  const all = useAllApplications()
  const preferences = useQuery({ queryKey: ['preferences'], queryFn: ({ signal }) => ask(notifications.GET('/notifications/preferences', { signal })) })
  const form = useForm({
    initialValues: {
      applicationId: reminder?.applicationId ?? application?.id ?? '',
      title: reminder?.title ?? '',
      note: reminder?.note ?? '',
      at: reminder ? toLocalInput(reminder.triggerAtUtc) : tomorrowMorning(),
      channels: (reminder?.channels ?? ['IN_APP']) as string[],
      stage: (reminder?.stage ?? null) as string | null,
    },
    validate: {
      applicationId: (v) => (v ? null : text.reminders.chooseApplication),
      title: (v) => (v.trim() ? null : text.auth.needed),
      at: (v) => {
        const at = fromLocalInput(v)
        return !at ? text.reminders.whenShape : Date.parse(at) <= Date.now() ? text.reminders.past : null
      },
      channels: (v) => (v.length > 0 ? null : text.reminders.oneChannel),
    },
  })
  const mutation = reminder ? update : create
  const fail = (error: unknown) => {
    const field = error instanceof ApiError ? fieldOf[error.title] : undefined
    if (field) form.setErrors({ [field]: explain(error) })
  }
  const submit = form.onSubmit((v) => {
    const body = { title: v.title.trim(), note: v.note.trim() || null, triggerAtUtc: fromLocalInput(v.at)!, channels: v.channels as ReminderChannel[], stage: v.stage as ReminderStage | null }
    const done = () => {
      said(text.reminders.scheduled(formatInstant(body.triggerAtUtc)))
      onClose()
    }
    if (reminder) update.mutate({ id: reminder.id, ...body }, { onSuccess: done, onError: fail })
    else create.mutate({ applicationId: v.applicationId, ...body }, { onSuccess: done, onError: fail })
  })
  const choices = application && !all.data ? [application] : (all.data ?? [])

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {mutation.isError && Object.keys(form.errors).length === 0 && (
          <Alert color="rose" variant="light" role="alert">
            {explain(mutation.error)}
          </Alert>
        )}
        <Select
          label={text.reminders.application}
          data={choices.map((a) => ({ value: a.id, label: `${a.job.title} · ${a.job.company}` }))}
          searchable
          openOnFocus={false} // it would cover the rest of the form before anybody has seen it
          disabled={!!reminder}
          limit={50}
          nothingFoundMessage={text.tracker.noMatch}
          required
          data-autofocus={application ? undefined : true}
          {...form.getInputProps('applicationId')}
        />
        <TextInput label={text.reminders.title} placeholder={text.reminders.titleHint} maxLength={200} required data-autofocus={application ? true : undefined} {...form.getInputProps('title')} />
        <TextInput label={text.reminders.when} description={text.reminders.zone(zoneName())} type="datetime-local" required {...form.getInputProps('at')} />
        <Checkbox.Group label={text.reminders.channels} {...form.getInputProps('channels')}>
          <Group mt={6}>
            <Checkbox value="IN_APP" label={text.reminders.channel.IN_APP} />
            <Checkbox value="EMAIL" label={text.reminders.channel.EMAIL} />
          </Group>
        </Checkbox.Group>
        {form.values.channels.includes('EMAIL') && preferences.data?.interviewReminderEmail === false && (
          <Text size="xs" c="dimmed">
            {text.reminders.emailOff}
          </Text>
        )}
        <Select label={text.reminders.stage} placeholder={text.reminders.anyStage} data={stages.map((s) => ({ value: s, label: text.status[s] }))} clearable clearButtonProps={{ 'aria-label': text.reminders.anyStage }} {...form.getInputProps('stage')} />
        <Textarea label={text.reminders.note} autosize minRows={2} maxRows={6} maxLength={2000} {...form.getInputProps('note')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" loading={mutation.isPending}>
            {reminder ? text.save : text.reminders.schedule}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
