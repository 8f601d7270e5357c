import { Checkbox, Group, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { reminderChannels, reminderRepeats, reminderStages } from '~/api/enums'
import { ApiError, explain } from '~/api/error'
import type { Application, Reminder, ReminderChannel, ReminderRepeat, ReminderStage } from '~/api/models'
import { dotted } from '~/format/bidi'
import { addDays, formatInstant, fromLocalInput, today, toLocalInput } from '~/format/date'
import { FormButtons } from '~/shell/buttons'
import { Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { filled } from '~/shell/validate'
import { text } from '~/text'
import { useAllApplications } from '~/tracker/queries'
import { preferencesQuery, useReminderChanges } from './queries'
import { TimeField } from './time-field'

interface Target {
  reminder?: Reminder
  application?: Pick<Application, 'id' | 'job' | 'nextStep'>
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

/** tomorrowMorning returns the time that the form proposes. */
export function tomorrowMorning(now = new Date()): string {
  return `${addDays(today(now), 1)}T09:00`
}

/** The field that an error's title is about. */
const fieldOf: Record<string, string> = {
  'Invalid Title': 'title', 'Invalid Note': 'note', 'Invalid Trigger Time': 'at', 'Invalid Channels': 'channels',
}

function Form({ reminder, application, onClose }: Target & { onClose: () => void }) {
  const { create, update } = useReminderChanges()
  const all = useAllApplications()
  const preferences = useQuery(preferencesQuery)
  const form = useForm({
    initialValues: {
      applicationId: reminder?.applicationId ?? application?.id ?? '',
      title: reminder?.title ?? '',
      note: reminder?.note ?? '',
      at: reminder ? toLocalInput(reminder.triggerAtUtc) : tomorrowMorning(),
      channels: reminder?.channels ?? (['IN_APP'] as ReminderChannel[]),
      stage: (reminder?.stage ?? null) as ReminderStage | null,
      repeat: (reminder?.repeat ?? null) as ReminderRepeat | null,
    },
    validate: {
      applicationId: (v) => (v ? null : text.reminders.chooseApplication),
      title: filled,
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
    const triggerAtUtc = fromLocalInput(v.at)!
    const { channels, stage, repeat } = v
    const body = { title: v.title.trim(), note: v.note.trim() || null, triggerAtUtc, channels, stage, repeat }
    const done = () => {
      said(text.reminders.scheduled(formatInstant(triggerAtUtc), repeat))
      onClose()
    }
    // A time that was not changed is not sent: it may be a snoozed one, from which the repeats must not count.
    const { triggerAtUtc: _, ...rest } = body
    const change = reminder && v.at === toLocalInput(reminder.triggerAtUtc) ? rest : body
    if (reminder) update.mutate({ id: reminder.id, ...change }, { onSuccess: done, onError: fail })
    else create.mutate({ applicationId: v.applicationId, ...body }, { onSuccess: done, onError: fail })
  })
  const choices = application && !all.data ? [application] : (all.data ?? [])

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem error={mutation.error} form={form} />
        <Select
          label={text.reminders.application}
          data={choices.map((a) => ({ value: a.id, label: dotted(a.job.title, a.job.company) }))}
          searchable
          openOnFocus={false} // the list would cover the rest of the form
          disabled={!!reminder}
          limit={50}
          nothingFoundMessage={text.tracker.noMatch}
          required
          data-autofocus={application ? undefined : true}
          {...form.getInputProps('applicationId')}
        />
        <TextInput
          label={text.reminders.title}
          placeholder={text.reminders.titleHint}
          maxLength={200}
          required
          data-autofocus={application ? true : undefined}
          {...form.getInputProps('title')}
        />
        <TimeField
          application={choices.find((a) => a.id === form.values.applicationId)}
          value={form.values.at}
          error={form.errors.at}
          onChange={(at) => form.setFieldValue('at', at)}
        />
        <Select
          label={text.reminders.repeat}
          placeholder={text.reminders.once}
          data={reminderRepeats.map((r) => ({ value: r, label: text.reminders.repeats[r] }))}
          clearable
          clearButtonProps={{ 'aria-label': text.reminders.once }}
          {...form.getInputProps('repeat')}
        />
        <Checkbox.Group label={text.reminders.channels} {...form.getInputProps('channels')}>
          <Group mt={6}>
            {reminderChannels.map((c) => (
              <Checkbox key={c} value={c} label={text.reminders.channel[c]} />
            ))}
          </Group>
        </Checkbox.Group>
        {form.values.channels.includes('EMAIL') && preferences.data?.interviewReminderEmail === false && (
          <Text size="xs" c="dimmed">
            {text.reminders.emailOff}
          </Text>
        )}
        <Select
          label={text.reminders.stage}
          description={text.reminders.stageHelp}
          placeholder={text.reminders.noStage}
          data={reminderStages.map((s) => ({ value: s, label: text.status[s] }))}
          clearable
          clearButtonProps={{ 'aria-label': text.reminders.noStage }}
          {...form.getInputProps('stage')}
        />
        <Textarea label={text.reminders.note} autosize minRows={2} maxRows={6} maxLength={2000} {...form.getInputProps('note')} />
        <FormButtons onCancel={onClose} action={reminder ? text.save : text.reminders.schedule} loading={mutation.isPending} />
      </Stack>
    </form>
  )
}
