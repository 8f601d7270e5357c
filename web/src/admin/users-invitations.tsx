import { Button, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { hasStatus } from '~/api/error'
import { formatAgo, formatInstant } from '~/format/date'
import { Section } from '~/settings/section'
import { usePlatform } from '~/shell/notices'
import { Problem, QueryState } from '~/shell/states'
import { failed, said } from '~/shell/toast'
import { emailAddress } from '~/shell/validate'
import { text } from '~/text'
import { later } from '~/text/later'
import { useInvitations, useInvite, useWithdraw } from './users-queries'

/** Invitations invites people, where registration is by invitation. */
export function Invitations() {
  const { data } = usePlatform()
  if (data?.registration !== 'invite') return null
  return (
    <div style={{ marginTop: 'var(--mantine-spacing-xl)' }}>
      <Section title={later.adminUsers.invitations} lead={later.adminUsers.invitationsLead}>
        <InviteForm />
        <Open />
      </Section>
    </div>
  )
}

function InviteForm() {
  const form = useForm({ initialValues: { email: '' }, validate: { email: emailAddress } })
  const invite = useInvite(() => {
    said(later.adminUsers.invited(form.values.email.trim()))
    form.reset()
  })
  return (
    <form onSubmit={form.onSubmit((v) => invite.mutate(v.email.trim()))} noValidate>
      <Problem error={invite.error}>{hasStatus(invite.error, 409) && text.auth.emailTaken}</Problem>
      <Group align="flex-start" mt={invite.error ? 'sm' : 0}>
        <TextInput
          type="email"
          aria-label={later.adminUsers.inviteEmail}
          placeholder={later.adminUsers.inviteEmail}
          maxLength={254}
          style={{ flex: '1 1 14rem' }}
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={invite.isPending}>
          {later.adminUsers.invite}
        </Button>
      </Group>
    </form>
  )
}

/** Open lists the invitations that can still be used. */
function Open() {
  const list = useInvitations()
  const withdraw = useWithdraw()
  return (
    <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
      <QueryState query={list} lines={1} height={40} />
      {list.data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {later.adminUsers.noInvitations}
        </Text>
      )}
      {list.data?.items.map((i) => (
        <Group key={i.email} justify="space-between" py={6} gap="xs">
          <div style={{ minWidth: 0, flex: '1 1 12rem' }}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {i.email}
            </Text>
            <Text size="xs" c="dimmed" title={formatInstant(i.expiresAt)}>
              {later.adminUsers.expires(formatAgo(i.expiresAt))}
            </Text>
          </div>
          <Button
            size="xs"
            variant="default"
            aria-label={later.adminUsers.withdrawOne(i.email)}
            disabled={withdraw.isPending}
            onClick={() => withdraw.mutate(i.email, { onSuccess: () => said(later.adminUsers.withdrawn), onError: failed })}
          >
            {later.adminUsers.withdraw}
          </Button>
        </Group>
      ))}
    </div>
  )
}
