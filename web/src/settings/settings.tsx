import { Button, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, identity, notifications } from '~/api/client'
import { preferences } from '~/api/enums'
import { fieldErrors } from '~/api/error'
import type { Account, Preferences as Preference } from '~/api/models'
import { formatDay } from '~/format/date'
import { preferencesQuery } from '~/reminders/queries'
import { accountKey, useAccount } from '~/session/account'
import { Copy, FormButtons } from '~/shell/buttons'
import { Failure, QueryState } from '~/shell/states'
import { failed, said } from '~/shell/toast'
import { filled } from '~/shell/validate'
import { text } from '~/text'
import { useSettings } from '~/tracker/queries'
import { Alerts } from './alerts'
import { Corrections } from './corrections'
import { Feeds } from './feeds'
import { LanguageSetting } from './language'
import { OfflineCopy } from './offline-copy'
import { PersonalData } from './personal-data'
import { Rules } from './rules'
import { Section } from './section'
import { SettingsPage } from './settings-page'
import { TimeZone } from './time-zone'

export default function Settings() {
  const account = useAccount()
  return (
    <SettingsPage tab="general">
      {account.data ? <Profile account={account.data} /> : <QueryState query={account} lines={1} height={180} />}
      <Preferences />
      <Alerts />
      <LanguageSetting />
      <TimeZone />
      <Calendar />
      <Rules />
      <Feeds />
      <Corrections />
      <OfflineCopy />
      <PersonalData />
    </SettingsPage>
  )
}

function Profile({ account }: { account: Account }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { firstName: account.firstName, lastName: account.lastName },
    validate: { firstName: filled, lastName: filled },
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
  const name = { maxLength: 100, required: true, withAsterisk: false }
  return (
    <Section title={text.settings.profile} lead={text.settings.profileLead(account.email, formatDay(account.createdAt))}>
      <form onSubmit={form.onSubmit((v) => save.mutate(v))} noValidate>
        <Group grow align="flex-start">
          <TextInput label={text.auth.firstName} autoComplete="given-name" {...name} {...form.getInputProps('firstName')} />
          <TextInput label={text.auth.lastName} autoComplete="family-name" {...name} {...form.getInputProps('lastName')} />
        </Group>
        <FormButtons mt="md" action={text.save} disabled={!form.isDirty()} loading={save.isPending} />
      </form>
    </Section>
  )
}

function Preferences() {
  const client = useQueryClient()
  const key = preferencesQuery.queryKey
  const query = useQuery(preferencesQuery)
  const save = useMutation({
    mutationFn: (body: Partial<Preference>) => ask(notifications.PUT('/notifications/preferences', { body })),
    onMutate: (patch) => {
      const before = client.getQueryData(key)
      if (before) client.setQueryData(key, { ...before, ...patch })
      return { before }
    },
    onSuccess: (next) => client.setQueryData(key, next),
    onError: (error, _, context) => {
      client.setQueryData(key, context?.before)
      failed(error)
    },
  })
  return (
    <Section id="notifications" title={text.settings.preferences} lead={text.settings.preferencesLead}>
      {query.data ? (
        <Stack gap="lg">
          {preferences.map((name) => (
            <Switch
              key={name}
              label={text.settings.preference[name].label}
              description={text.settings.preference[name].help}
              checked={query.data[name]}
              onChange={(e) => save.mutate({ [name]: e.currentTarget.checked })}
            />
          ))}
          <Ghosting />
        </Stack>
      ) : (
        <QueryState query={query} lines={5} height={44} />
      )}
    </Section>
  )
}

function Ghosting() {
  const { query, change } = useSettings()
  if (!query.data) return <QueryState query={query} lines={1} height={44} />
  return (
    <Switch
      label={text.settings.ghosting.label}
      description={text.settings.ghosting.help}
      checked={query.data.ghosting}
      onChange={(e) => change.mutate({ ghosting: e.currentTarget.checked })}
    />
  )
}

function Calendar() {
  const client = useQueryClient()
  const [asking, dialog] = useDisclosure()
  const link = useQuery({
    queryKey: ['calendar'],
    queryFn: ({ signal }) => ask(notifications.GET('/notifications/calendar', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = link.data?.url ?? ''
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
        <Failure error={link.error} retry={link.refetch} />
      ) : (
        <Group align="flex-end" gap="xs">
          <TextInput
            label={text.settings.calendarLink}
            readOnly
            value={url}
            style={{ flex: '1 1 16rem' }}
            onFocus={(e) => e.currentTarget.select()}
          />
          <Copy value={url} />
          <Button variant="subtle" color="gray" onClick={dialog.open}>
            {text.settings.calendarNew}
          </Button>
        </Group>
      )}
      <Modal opened={asking} onClose={dialog.close} title={text.settings.calendarNew}>
        <Text size="sm">{text.settings.calendarNewHint}</Text>
        <FormButtons mt="lg" onCancel={dialog.close} action={text.settings.calendarNew} loading={reset.isPending} onClick={reset.mutate} />
      </Modal>
    </Section>
  )
}
