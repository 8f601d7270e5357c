import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ask, identity } from '~/api/client'
import { ApiError, explain, fieldErrors, hasStatus } from '~/api/error'
import { session } from '~/session/session'
import { usePlatform } from '~/shell/notices'
import { text } from '~/text'
import { AuthPage } from './auth-page'

/** Reset sets a new password with the mailed code; the second factor is asked for once the service says it is needed. */
export default function Reset() {
  const [params] = useSearchParams()
  const known = params.get('email') ?? ''
  const [factor, setFactor] = useState(false)
  const { data: platform } = usePlatform()
  const form = useForm({
    initialValues: { email: known, code: '', newPassword: '', totpCode: '' },
    validate: {
      email: (v) => (/^\S+@\S+$/.test(v.trim()) ? null : text.auth.emailShape),
      code: (v) => (/^\d{6}$/.test(v.trim()) ? null : text.auth.needed),
      newPassword: (v) => (v.length >= 8 ? null : text.auth.passwordShort),
      totpCode: (v) => (!factor || v.trim().length >= 6 ? null : text.auth.needed),
    },
  })
  const reset = useMutation({
    mutationFn: ({ email, code, newPassword, totpCode }: typeof form.values) =>
      ask(identity.POST('/auth/password/reset', { body: { email: email.trim(), code: code.trim(), newPassword, ...(factor ? { totpCode: totpCode.trim() } : {}) } })),
    onSuccess: () => session.end('left'), // a session of this tab has ended with all others
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (error.status === 422 && error.title === 'Totp Code Required') setFactor(true)
      else if (error.status === 422) form.setErrors({ totpCode: text.recovery.secondFactorWrong })
      else if (error.status === 400 && error.title === 'Invalid Verification') form.setErrors({ code: text.recovery.codeWrong })
      else form.setErrors(fieldErrors(error))
    },
  })
  if (reset.isSuccess) {
    return (
      <AuthPage title={text.recovery.done} lead={text.recovery.doneLead}>
        <Button component={Link} to={`/login?email=${encodeURIComponent(form.values.email.trim())}`} mt="lg" fullWidth>
          {text.auth.login}
        </Button>
      </AuthPage>
    )
  }
  const asked = factor && hasStatus(reset.error, 422) && Object.keys(form.errors).length === 0
  return (
    <AuthPage title={text.recovery.reset} lead={known ? text.recovery.resetLead(known) : text.recovery.resetLeadUnknown}>
      <form onSubmit={form.onSubmit((v) => reset.mutate(v))} noValidate>
        <Stack mt="lg">
          {asked && (
            <Alert color="amber" variant="light" role="status">
              {text.recovery.secondFactorNeeded}
            </Alert>
          )}
          {reset.isError && !asked && Object.keys(form.errors).length === 0 && (
            <Alert color="rose" variant="light" role="alert">
              {explain(reset.error)}
            </Alert>
          )}
          {!known && <TextInput label={text.auth.email} type="email" autoComplete="username" maxLength={254} autoFocus {...form.getInputProps('email')} />}
          {/* Tells password managers whose password it is. */}
          {known && <input type="text" autoComplete="username" value={known} readOnly hidden />}
          <TextInput label={text.recovery.mailedCode} inputMode="numeric" autoComplete="one-time-code" maxLength={6} autoFocus={!!known} {...form.getInputProps('code')} />
          <PasswordInput label={text.recovery.newPassword} description={text.auth.passwordHint} autoComplete="new-password" maxLength={100} {...form.getInputProps('newPassword')} />
          {factor && <TextInput label={text.recovery.secondFactor} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={12} autoFocus {...form.getInputProps('totpCode')} />}
          <Button type="submit" loading={reset.isPending}>
            {text.recovery.resetButton}
          </Button>
          <Text size="sm" c="dimmed">
            {text.recovery.noMail}{' '}
            <Anchor component={Link} to={`/forgot?email=${encodeURIComponent(form.values.email.trim())}`} inherit>
              {text.recovery.again}
            </Anchor>
          </Text>
          {platform?.mail === 'local' && (
            <Text size="sm" c="dimmed">
              {text.mailbox.codeHint}{' '}
              <Anchor component={Link} to="/mailbox" target="_blank" inherit>
                {text.mailbox.open}
              </Anchor>
            </Text>
          )}
        </Stack>
      </form>
    </AuthPage>
  )
}
