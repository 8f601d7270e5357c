import { Modal, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { fieldErrors } from '~/api/error'
import type { ApplicationStatus } from '~/api/models'
import { fromLocalInput, today } from '~/format/date'
import { FormButtons } from '~/shell/buttons'
import { Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { filled, webAddress } from '~/shell/validate'
import { text } from '~/text'
import { useCreate } from './queries'
import { statusOptions } from './status'

/** noonOf returns noon of a day, which is on that day in nearly every time zone. */
export const noonOf = (day: string) => fromLocalInput(`${day}T12:00`)!

export function jobDetailsOf(form: { title: string; company: string; location: string; url: string }) {
  return { title: form.title.trim(), company: form.company.trim(), location: form.location.trim() || null, url: form.url.trim() || null }
}

/** useNewApplication opens the form for an application made elsewhere. */
export function useNewApplication(): { open: (status?: ApplicationStatus) => void; dialog: ReactNode } {
  const [status, setStatus] = useState<ApplicationStatus | null>(null)
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const asked = (state as { add?: boolean } | null)?.add ?? false
  useEffect(() => {
    if (!asked) return
    setStatus('APPLIED')
    void navigate({ search }, { replace: true, state: null }) // once, not on every return
  }, [asked, search, navigate])
  const close = () => setStatus(null)
  return {
    open: useCallback((s: ApplicationStatus = 'APPLIED') => setStatus(s), []),
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
    initialValues: { title: '', company: '', location: '', url: '', status, appliedOn: status === 'SAVED' ? '' : today(), notes: '' },
    validate: { title: filled, company: filled, url: webAddress },
  })
  const submit = form.onSubmit((v) => {
    create.mutate(
      {
        jobDetails: jobDetailsOf(v),
        status: v.status,
        ...(v.appliedOn && v.appliedOn !== today() ? { appliedAt: noonOf(v.appliedOn) } : {}),
        ...(v.notes.trim() ? { notes: v.notes.trim() } : {}),
      },
      {
        onSuccess: (a) => {
          said(text.tracker.added(a.job.title))
          onClose()
          void navigate(`/tracker/${a.id}`)
        },
        onError: (error) => {
          const errors = Object.entries(fieldErrors(error)).map(([field, message]) => [field.replace('jobDetails.', ''), message])
          form.setErrors(Object.fromEntries(errors))
        },
      },
    )
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem error={create.error} form={form} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={text.tracker.jobTitle} required maxLength={300} data-autofocus {...form.getInputProps('title')} />
          <TextInput label={text.tracker.company} required maxLength={200} {...form.getInputProps('company')} />
          <TextInput label={text.tracker.location} maxLength={300} {...form.getInputProps('location')} />
          <TextInput label={text.tracker.url} type="url" placeholder="https://" maxLength={2000} {...form.getInputProps('url')} />
          <Select label={text.tracker.statusLabel} data={statusOptions} allowDeselect={false} {...form.getInputProps('status')} />
          <TextInput label={text.tracker.appliedOn} type="date" max={today()} {...form.getInputProps('appliedOn')} />
        </SimpleGrid>
        <Textarea label={text.tracker.notes} autosize minRows={2} maxRows={8} maxLength={20000} {...form.getInputProps('notes')} />
        <FormButtons onCancel={onClose} action={text.tracker.addButton} loading={create.isPending} />
      </Stack>
    </form>
  )
}
