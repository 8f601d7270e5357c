import { Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { ask, identity } from '~/api/client'
import { hasStatus } from '~/api/error'
import type { Account } from '~/api/models'
import { session } from '~/session/session'
import { FormButtons } from '~/shell/buttons'
import { FactorInput } from '~/shell/factor-input'
import { MailboxLink } from '~/shell/notices'
import { Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { bareCode, emailAddress, secondFactor } from '~/shell/validate'
import { text } from '~/text'
import { later } from '~/text/later'
import { confirmErrors } from './confirm-form'
import { Section } from './section'

/** Email changes the account's address; a code sent to each of both addresses confirms it. */
export function Email({ account }: { account: Account }) {
  const form = useForm({
    initialValues: { newEmail: '', currentPassword: '', totpCode: '' },
    validate: {
      newEmail: emailAddress,
      currentPassword: (v) => (v ? null : text.auth.needed),
      totpCode: secondFactor(account.twoFactorEnabled),
    },
  })
  const begin = useMutation({
    mutationFn: ({ newEmail, currentPassword, totpCode }: typeof form.values) => {
      const code = account.twoFactorEnabled ? { totpCode: bareCode(totpCode) } : {}
      return ask(identity.POST('/auth/account/email', { body: { newEmail: newEmail.trim(), currentPassword, ...code } }))
    },
    onError: (error) => form.setErrors(confirmErrors(error, form.values.totpCode)),
  })
  const close = () => {
    begin.reset()
    form.reset()
  }
  return (
    <Section title={text.recovery.email} lead={text.recovery.emailLead(account.email)}>
      <form onSubmit={form.onSubmit((v) => begin.mutate(v))} noValidate>
        <Stack>
          <Problem error={begin.error} form={form} />
          <TextInput label={text.recovery.newEmail} type="email" autoComplete="email" maxLength={254} {...form.getInputProps('newEmail')} />
          <PasswordInput label={text.auth.password} autoComplete="current-password" {...form.getInputProps('currentPassword')} />
          {account.twoFactorEnabled && <FactorInput label={later.security.codeOrBackup} {...form.getInputProps('totpCode')} />}
          <FormButtons action={text.recovery.emailStart} loading={begin.isPending} />
        </Stack>
      </form>
      <Modal opened={begin.isSuccess} onClose={close} title={text.recovery.emailDialog} closeOnClickOutside={false}>
        {begin.data && (
          <Confirm changeId={begin.data.changeId} present={account.email} next={form.values.newEmail.trim()} onClose={close} />
        )}
      </Modal>
    </Section>
  )
}

interface ConfirmProps {
  changeId: string
  present: string
  next: string
  onClose: () => void
}

function Confirm({ changeId, present, next, onClose }: ConfirmProps) {
  const form = useForm({ initialValues: { currentCode: '', newCode: '' } })
  const confirm = useMutation({
    mutationFn: (codes: typeof form.values) => {
      const body = { changeId, currentCode: codes.currentCode.trim(), newCode: codes.newCode.trim() }
      return ask(identity.POST('/auth/account/email/confirm', { body }))
    },
    onSuccess: () => {
      said(text.recovery.emailChanged)
      session.end('left', `/login?email=${encodeURIComponent(next)}`)
    },
  })
  const incomplete = form.values.currentCode.trim().length < 6 || form.values.newCode.trim().length < 6
  return (
    <form onSubmit={form.onSubmit((v) => confirm.mutate(v))} noValidate>
      <Stack>
        <Text size="sm">
          {text.recovery.emailSent(present, next)} <MailboxLink />
        </Text>
        <Problem error={confirm.error}>
          {hasStatus(confirm.error, 400) ? text.recovery.emailWrong : hasStatus(confirm.error, 409) && text.recovery.emailTaken}
        </Problem>
        <TextInput
          label={text.recovery.currentCode}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          data-autofocus
          {...form.getInputProps('currentCode')}
        />
        <TextInput label={text.recovery.newCode} inputMode="numeric" autoComplete="off" maxLength={6} {...form.getInputProps('newCode')} />
        <FormButtons onCancel={onClose} action={text.recovery.emailConfirm} loading={confirm.isPending} disabled={incomplete} />
      </Stack>
    </form>
  )
}
