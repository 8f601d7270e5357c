import { PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, identity } from '~/api/client'
import type { Account } from '~/api/models'
import { FormButtons } from '~/shell/buttons'
import { FactorInput } from '~/shell/factor-input'
import { Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { bareCode, newPassword, secondFactor } from '~/shell/validate'
import { text } from '~/text'
import { later } from '~/text/later'
import { confirmErrors } from './confirm-form'
import { Section } from './section'

export function Password({ account }: { account: Account }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', totpCode: '' },
    validate: {
      currentPassword: (v) => (v ? null : text.auth.needed),
      newPassword,
      totpCode: secondFactor(account.twoFactorEnabled),
    },
  })
  const change = useMutation({
    mutationFn: ({ totpCode, ...body }: typeof form.values) => {
      const code = account.twoFactorEnabled ? { totpCode: bareCode(totpCode) } : {}
      return ask(identity.POST('/auth/account/change-password', { body: { ...body, ...code } }))
    },
    onSuccess: () => {
      form.reset()
      said(later.security.passwordChanged)
      void client.invalidateQueries({ queryKey: ['sessions'] })
    },
    onError: (error) => form.setErrors(confirmErrors(error, form.values.totpCode)),
  })
  const current = form.getInputProps('currentPassword')
  const next = { maxLength: 100, ...form.getInputProps('newPassword') }
  return (
    <Section title={later.security.password} lead={later.security.passwordLead}>
      <form onSubmit={form.onSubmit((v) => change.mutate(v))} noValidate>
        {/* For password managers. */}
        <input type="text" autoComplete="username" value={account.email} readOnly hidden />
        <Stack>
          <Problem error={change.error} form={form} />
          <PasswordInput label={later.security.currentPassword} autoComplete="current-password" {...current} />
          <PasswordInput label={text.recovery.newPassword} autoComplete="new-password" description={text.auth.passwordHint} {...next} />
          {account.twoFactorEnabled && <FactorInput label={later.security.codeOrBackup} {...form.getInputProps('totpCode')} />}
          <FormButtons action={later.security.changePassword} loading={change.isPending} />
        </Stack>
      </form>
    </Section>
  )
}
