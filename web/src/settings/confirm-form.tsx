import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { hasStatus } from '~/api/error'
import type { Account } from '~/api/models'
import { text } from '~/text'

export interface Confirmation {
  currentPassword: string
  totpCode?: string
}

interface Props {
  account: Account
  lead: string
  action: string
  danger?: boolean
  pending: boolean
  error: unknown
  explain: (failure: unknown) => string
  onConfirm: (by: Confirmation) => void
  children?: ReactNode
}

/** ConfirmForm asks for the password and, with two-factor on, a code before something happens. */
export function ConfirmForm({ account, lead, action, danger, pending, error, explain, onConfirm, children }: Props) {
  const form = useForm({
    initialValues: { currentPassword: '', totpCode: '' },
    validate: {
      currentPassword: (v) => (v ? null : text.auth.needed),
      totpCode: (v) => (!account.twoFactorEnabled || v.trim().length >= 6 ? null : text.auth.needed),
    },
  })
  const wrongPassword = hasStatus(error, 422) && error.title === 'Invalid Credentials'
  const wrongCode = hasStatus(error, 422) && error.title === 'Invalid Totp Code'
  const password = form.getInputProps('currentPassword')
  const code = form.getInputProps('totpCode')
  return (
    <form onSubmit={form.onSubmit(({ currentPassword, totpCode }) => onConfirm({ currentPassword, ...(account.twoFactorEnabled ? { totpCode: totpCode.trim() } : {}) }))} noValidate>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={account.email} readOnly hidden />
      <Stack>
        <Text size="sm">{lead}</Text>
        {!!error && !wrongPassword && !wrongCode && (
          <Alert color="rose" variant="light" role="alert">
            {explain(error)}
          </Alert>
        )}
        {children}
        <PasswordInput label={text.security.currentPassword} autoComplete="current-password" data-autofocus {...password} error={password.error ?? (wrongPassword && text.security.wrongPassword)} />
        {account.twoFactorEnabled && <TextInput label={text.security.codeOrBackup} autoComplete="one-time-code" maxLength={12} {...code} error={code.error ?? (wrongCode && text.auth.wrongCode)} />}
        <Group justify="flex-end">
          <Button type="submit" color={danger ? 'rose.7' : undefined} loading={pending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
