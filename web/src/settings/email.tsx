import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ask, identity } from '~/api/client'
import { ApiError, explain, fieldErrors } from '~/api/error'
import type { Account } from '~/api/models'
import { session } from '~/session/session'
import { usePlatform } from '~/shell/notices'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { Section } from './section'

/** Email moves the account to another address, which both mailboxes confirm. */
export function Email({ account }: { account: Account }) {
  const form = useForm({
    initialValues: { newEmail: '', currentPassword: '', totpCode: '' },
    validate: {
      newEmail: (v) => (/^\S+@\S+$/.test(v.trim()) ? null : text.auth.emailShape),
      currentPassword: (v) => (v ? null : text.auth.needed),
      totpCode: (v) => (!account.twoFactorEnabled || v.trim().length >= 6 ? null : text.auth.needed),
    },
  })
  const begin = useMutation({
    mutationFn: ({ newEmail, currentPassword, totpCode }: typeof form.values) =>
      ask(identity.POST('/auth/account/email', { body: { newEmail: newEmail.trim(), currentPassword, ...(account.twoFactorEnabled ? { totpCode: totpCode.trim() } : {}) } })),
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (error.status === 422 && error.title === 'Invalid Credentials') form.setErrors({ currentPassword: text.security.wrongPassword })
      else if (error.status === 422) form.setErrors({ totpCode: text.auth.wrongCode })
      else form.setErrors(fieldErrors(error))
    },
  })
  const close = () => {
    begin.reset()
    form.reset()
  }
  return (
    <Section title={text.recovery.email} lead={text.recovery.emailLead(account.email)}>
      <form onSubmit={form.onSubmit((v) => begin.mutate(v))} noValidate>
        <Stack>
          {begin.isError && Object.keys(form.errors).length === 0 && (
            <Alert color="rose" variant="light" role="alert">
              {explain(begin.error)}
            </Alert>
          )}
          <TextInput label={text.recovery.newEmail} type="email" autoComplete="email" maxLength={254} {...form.getInputProps('newEmail')} />
          <PasswordInput label={text.auth.password} autoComplete="current-password" {...form.getInputProps('currentPassword')} />
          {account.twoFactorEnabled && <TextInput label={text.security.codeOrBackup} autoComplete="one-time-code" maxLength={12} {...form.getInputProps('totpCode')} />}
          <Group justify="flex-end">
            <Button type="submit" loading={begin.isPending}>
              {text.recovery.emailStart}
            </Button>
          </Group>
        </Stack>
      </form>
      <Modal opened={begin.isSuccess} onClose={close} title={text.recovery.emailDialog} closeOnClickOutside={false}>
        {begin.data && <Confirm changeId={begin.data.changeId} present={account.email} next={form.values.newEmail.trim()} onClose={close} />}
      </Modal>
    </Section>
  )
}

function Confirm({ changeId, present, next, onClose }: { changeId: string; present: string; next: string; onClose: () => void }) {
  const { data: platform } = usePlatform()
  const form = useForm({ initialValues: { currentCode: '', newCode: '' } })
  const confirm = useMutation({
    mutationFn: (codes: typeof form.values) => ask(identity.POST('/auth/account/email/confirm', { body: { changeId, currentCode: codes.currentCode.trim(), newCode: codes.newCode.trim() } })),
    onSuccess: () => {
      said(text.recovery.emailChanged)
      session.end('left', `/login?email=${encodeURIComponent(next)}`)
    },
  })
  const why = confirm.error instanceof ApiError && confirm.error.status === 400 ? text.recovery.emailWrong : confirm.error instanceof ApiError && confirm.error.status === 409 ? text.recovery.emailTaken : explain(confirm.error)
  return (
    <form onSubmit={form.onSubmit((v) => confirm.mutate(v))} noValidate>
      <Stack>
        <Text size="sm">
          {text.recovery.emailSent(present, next)}{' '}
          {platform?.mail === 'local' && (
            <Link to="/mailbox" target="_blank" style={{ color: 'var(--accent)' }}>
              {text.mailbox.open}
            </Link>
          )}
        </Text>
        {confirm.isError && (
          <Alert color="rose" variant="light" role="alert">
            {why}
          </Alert>
        )}
        <TextInput label={text.recovery.currentCode} inputMode="numeric" autoComplete="off" maxLength={6} data-autofocus {...form.getInputProps('currentCode')} />
        <TextInput label={text.recovery.newCode} inputMode="numeric" autoComplete="off" maxLength={6} {...form.getInputProps('newCode')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" loading={confirm.isPending} disabled={form.values.currentCode.trim().length < 6 || form.values.newCode.trim().length < 6}>
            {text.recovery.emailConfirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
