import { Button, CopyButton, Group, Modal, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { ask, identity, notifications } from '~/api/client'
import { fieldErrors } from '~/api/error'
import type { Account, Preferences as Preference } from '~/api/models'
import { formatDay } from '~/format/date'
import { accountKey, useAccount } from '~/session/account'
import { Lines } from '~/shell/skeletons'
import { Failure } from '~/shell/states'
import { failed, said } from '~/shell/toast'
import { text } from '~/text'
import { Section } from './section'
import { SettingsPage } from './settings-page'

export default function Settings() {
  const account = useAccount()
  return (
    <SettingsPage tab="general">
      {account.data ? <Profile account={account.data} /> : account.isError ? <Failure error={account.error} retry={() => void account.refetch()} /> : <Lines count={1} height={180} />}
      <Preferences />
      <Calendar />
    </SettingsPage>
  )
}

function Profile({ account }: { account: Account }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { firstName: account.firstName, lastName: account.lastName },
    validate: { firstName: (v) => (v.trim() ? null : text.auth.needed), lastName: (v) => (v.trim() ? null : text.auth.needed) },
  })
  const save = useMutation({
    mutationFn: (body: typeof form.values) => ask(identity.PATCH('/auth/account', { body })),
    onSuccess: (next) => {
      client.setQueryData(accountKey, next)
      form.setInitialValues({ firstName: next.firstName, lastName: next.lastName })
      form.reset()
      said(text.savedState)
    },
    onError: (error) => {
      const fields = fieldErrors(error)
      if (Object.keys(fields).length > 0) form.setErrors(fields)
      else failed(error)
    },
  })
  return (
    <Section title={text.settings.profile} lead={text.settings.profileLead(account.email, formatDay(account.createdAt))}>
      <form onSubmit={form.onSubmit((v) => save.mutate(v))} noValidate>
        <Group grow align="flex-start">
          <TextInput label={text.auth.firstName} autoComplete="given-name" maxLength={100} required withAsterisk={false} {...form.getInputProps('firstName')} />
          <TextInput label={text.auth.lastName} autoComplete="family-name" maxLength={100} required withAsterisk={false} {...form.getInputProps('lastName')} />
        </Group>
        <Group justify="flex-end" mt="md">
          <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
            {text.save}
          </Button>
        </Group>
      </form>
    </Section>
  )
}

// One list drives the page, so no preference can be forgotten.
const fields: (keyof Preference)[] = ['interviewReminders', 'interviewReminderEmail', 'ghostedAlert', 'weeklyDigestEmail', 'inAppNotificationsEnabled']
const preferencesKey = ['preferences']

function Preferences() {
  const client = useQueryClient()
  const query = useQuery({ queryKey: preferencesKey, queryFn: ({ signal }) => ask(notifications.GET('/notifications/preferences', { signal })) })
  const save = useMutation({
    mutationFn: (body: Partial<Preference>) => ask(notifications.PUT('/notifications/preferences', { body })),
    onMutate: (patch) => {
      const before = client.getQueryData<Preference>(preferencesKey)
      if (before) client.setQueryData(preferencesKey, { ...before, ...patch })
      return { before }
    },
    onSuccess: (next) => client.setQueryData(preferencesKey, next),
    onError: (error, _, context) => {
      client.setQueryData(preferencesKey, context?.before)
      failed(error)
    },
  })
  return (
    <Section title={text.settings.preferences} lead={text.settings.preferencesLead}>
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      <Stack gap="lg">
        {fields.map((name) => (
          <Skeleton key={name} visible={query.isPending}>
            <Switch
              label={text.settings.preference[name].label}
              description={text.settings.preference[name].help}
              checked={query.data?.[name] ?? false}
              onChange={(e) => save.mutate({ [name]: e.currentTarget.checked })}
            />
          </Skeleton>
        ))}
      </Stack>
    </Section>
  )
}

function Calendar() {
  const client = useQueryClient()
  const [asking, dialog] = useDisclosure()
  const link = useQuery({ queryKey: ['calendar'], queryFn: ({ signal }) => ask(notifications.GET('/notifications/calendar', { signal })), staleTime: Number.POSITIVE_INFINITY })
  const reset = useMutation({
    mutationFn: () => ask(notifications.POST('/notifications/calendar/reset')),
    onSuccess: (next) => {
      client.setQueryData(['calendar'], next)
      dialog.close()
      said(text.settings.calendarReset)
    },
    onError: failed,
  })
  return (
    <Section title={text.settings.calendar} lead={text.settings.calendarLead}>
      {link.isError ? (
        <Failure error={link.error} retry={() => void link.refetch()} />
      ) : (
        <Group align="flex-end" gap="xs">
          <TextInput label={text.settings.calendarLink} readOnly value={link.data?.url ?? ''} style={{ flex: '1 1 16rem' }} onFocus={(e) => e.currentTarget.select()} />
          <CopyButton value={link.data?.url ?? ''}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}>
                {copied ? text.copied : text.copy}
              </Button>
            )}
          </CopyButton>
          <Button variant="subtle" color="gray" onClick={dialog.open}>
            {text.settings.calendarNew}
          </Button>
        </Group>
      )}
      <Modal opened={asking} onClose={dialog.close} title={text.settings.calendarNew}>
        <Text size="sm">{text.settings.calendarNewHint}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={dialog.close}>
            {text.cancel}
          </Button>
          <Button loading={reset.isPending} onClick={() => reset.mutate()}>
            {text.settings.calendarNew}
          </Button>
        </Group>
      </Modal>
    </Section>
  )
}
