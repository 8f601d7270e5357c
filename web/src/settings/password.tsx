import { Alert, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, identity } from '~/api/client'
import { ApiError, explain, fieldErrors } from '~/api/error'
import type { Account } from '~/api/models'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { Section } from './section'

export function Password({ account }: { account: Account }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', totpCode: '' },
    validate: {
      currentPassword: (v) => (v ? null : text.auth.needed),
      newPassword: (v) => (v.length >= 8 ? null : text.auth.passwordShort),
      totpCode: (v) => (!account.twoFactorEnabled || v.trim().length >= 6 ? null : text.auth.needed),
    },
  })
  const change = useMutation({
    mutationFn: ({ totpCode, ...body }: typeof form.values) => ask(identity.POST('/auth/account/change-password', { body: { ...body, ...(account.twoFactorEnabled ? { totpCode: totpCode.trim() } : {}) } })),
    onSuccess: () => {
      form.reset()
      said(text.security.passwordChanged)
      void client.invalidateQueries({ queryKey: ['sessions'] })
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      // 422 tells apart what was wrong by its title; it never means that the session is over.
      if (error.status === 422 && error.title === 'Invalid Credentials') form.setErrors({ currentPassword: text.security.wrongPassword })
      else if (error.status === 422) form.setErrors({ totpCode: text.auth.wrongCode })
      else form.setErrors(fieldErrors(error))
    },
  })
  return (
    <Section title={text.security.password} lead={text.security.passwordLead}>
      <form onSubmit={form.onSubmit((v) => change.mutate(v))} noValidate>
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={account.email} readOnly hidden />
        <Stack>
          {change.isError && Object.keys(form.errors).length === 0 && (
            <Alert color="rose" variant="light" role="alert">
              {explain(change.error)}
            </Alert>
          )}
          <PasswordInput label={text.security.currentPassword} autoComplete="current-password" {...form.getInputProps('currentPassword')} />
          <PasswordInput label={text.security.newPassword} description={text.auth.passwordHint} autoComplete="new-password" maxLength={100} {...form.getInputProps('newPassword')} />
          {account.twoFactorEnabled && <TextInput label={text.security.codeOrBackup} autoComplete="one-time-code" maxLength={12} {...form.getInputProps('totpCode')} />}
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {text.security.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
