import { PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { fieldErrors, hasStatus } from '~/api/error'
import type { Account } from '~/api/models'
import { FormButtons } from '~/shell/buttons'
import { FactorInput } from '~/shell/factor-input'
import { Problem } from '~/shell/states'
import { bareCode, secondFactor, wrongFactor } from '~/shell/validate'
import { text } from '~/text'
import { later } from '~/text/later'

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

/** confirmErrors returns the errors of a form that asks for the password and a code, by field. A 422 has a title for each. */
export function confirmErrors(error: unknown, code: string): Record<string, string> {
  if (!hasStatus(error, 422)) return fieldErrors(error)
  return error.title === 'Invalid Credentials' ? { currentPassword: later.security.wrongPassword } : { totpCode: wrongFactor(code) }
}

/** ConfirmForm asks for the password and, with two-factor authentication on, a code. */
export function ConfirmForm({ account, lead, action, danger, pending, error, explain, onConfirm, children }: Props) {
  const form = useForm({
    initialValues: { currentPassword: '', totpCode: '' },
    validate: {
      currentPassword: (v) => (v ? null : text.auth.needed),
      totpCode: secondFactor(account.twoFactorEnabled),
    },
  })
  const wrongPassword = hasStatus(error, 422) && error.title === 'Invalid Credentials'
  const wrongCode = hasStatus(error, 422) && error.title === 'Invalid Totp Code'
  const password = form.getInputProps('currentPassword')
  password.error ??= wrongPassword && later.security.wrongPassword
  const code = form.getInputProps('totpCode')
  code.error ??= wrongCode && wrongFactor(form.values.totpCode)
  const submit = form.onSubmit(({ currentPassword, totpCode }) =>
    onConfirm({ currentPassword, ...(account.twoFactorEnabled ? { totpCode: bareCode(totpCode) } : {}) }),
  )
  return (
    <form onSubmit={submit} noValidate>
      {/* For password managers. */}
      <input type="text" autoComplete="username" value={account.email} readOnly hidden />
      <Stack>
        <Text size="sm">{lead}</Text>
        <Problem error={!wrongPassword && !wrongCode && error}>{explain(error)}</Problem>
        {children}
        <PasswordInput label={later.security.currentPassword} autoComplete="current-password" data-autofocus {...password} />
        {account.twoFactorEnabled && <FactorInput label={later.security.codeOrBackup} {...code} />}
        <FormButtons action={action} color={danger ? 'rose.7' : undefined} loading={pending} />
      </Stack>
    </form>
  )
}
