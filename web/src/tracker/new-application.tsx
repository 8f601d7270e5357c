import { Alert, Button, Group, Modal, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { explain, fieldErrors } from '~/api/error'
import type { ApplicationStatus } from '~/api/models'
import { today } from '~/format/date'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { useCreate } from './queries'
import { statuses } from './status'

/** useNewApplication opens the form for an application made somewhere else. */
export function useNewApplication(): { open: (status?: ApplicationStatus) => void; dialog: ReactNode } {
  const [status, setStatus] = useState<ApplicationStatus | null>(null)
  const close = () => setStatus(null)
  return {
    open: (s = 'APPLIED') => setStatus(s),
    dialog: (
      <Modal opened={status !== null} onClose={close} title={text.tracker.add} size="lg">
        {status && <NewApplication status={status} onClose={close} />}
      </Modal>
    ),
  }
}

function NewApplication({ status, onClose }: { status: ApplicationStatus; onClose: () => void }) {
  const create = useCreate()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { title: '', company: '', location: '', url: '', status: status as string, appliedOn: status === 'SAVED' ? '' : today(), notes: '' },
    validate: {
      title: (v) => (v.trim() ? null : text.auth.needed),
      company: (v) => (v.trim() ? null : text.auth.needed),
      url: (v) => (!v.trim() || /^https?:\/\/\S+$/i.test(v.trim()) ? null : text.tracker.urlShape),
    },
  })
  const submit = form.onSubmit((v) => {
    // Noon of the day is that day in (nearly) every zone.
    const appliedAt = v.appliedOn && v.appliedOn !== today() ? new Date(`${v.appliedOn}T12:00`).toISOString() : undefined
    create.mutate(
      {
        jobDetails: { title: v.title.trim(), company: v.company.trim(), location: v.location.trim() || null, url: v.url.trim() || null },
        status: v.status,
        ...(appliedAt ? { appliedAt } : {}),
        ...(v.notes.trim() ? { notes: v.notes.trim() } : {}),
      },
      {
        onSuccess: (a) => {
          said(text.tracker.added(a.job.title))
          onClose()
          void navigate(`/tracker/${a.id}`)
        },
        onError: (error) => form.setErrors(Object.fromEntries(Object.entries(fieldErrors(error)).map(([k, m]) => [k.replace('jobDetails.', ''), m]))),
      },
    )
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {create.isError && Object.keys(form.errors).length === 0 && (
          <Alert color="rose" variant="light" role="alert">
            {explain(create.error)}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={text.tracker.jobTitle} required maxLength={300} data-autofocus {...form.getInputProps('title')} />
          <TextInput label={text.tracker.company} required maxLength={200} {...form.getInputProps('company')} />
          <TextInput label={text.tracker.location} maxLength={300} {...form.getInputProps('location')} />
          <TextInput label={text.tracker.url} type="url" placeholder="https://" maxLength={2000} {...form.getInputProps('url')} />
          <Select label={text.tracker.statusLabel} data={statuses.map((s) => ({ value: s, label: text.status[s] }))} allowDeselect={false} {...form.getInputProps('status')} />
          <TextInput label={text.tracker.appliedOn} type="date" max={today()} {...form.getInputProps('appliedOn')} />
        </SimpleGrid>
        <Textarea label={text.tracker.notes} autosize minRows={2} maxRows={8} maxLength={20000} {...form.getInputProps('notes')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {text.tracker.addButton}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
