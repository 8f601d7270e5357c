import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ask, identity } from '~/api/client'
import { ApiError, fieldErrors, hasStatus } from '~/api/error'
import { session } from '~/session/session'
import { FactorInput } from '~/shell/factor-input'
import { MailboxHint } from '~/shell/notices'
import { Problem } from '~/shell/states'
import { bareCode, emailAddress, newPassword, secondFactor, wrongFactor } from '~/shell/validate'
import { text } from '~/text'
import { AuthPage } from './auth-page'

/** Reset sets a new password with an emailed code, and asks for the second factor if the service needs it. */
export default function Reset() {
  const [params] = useSearchParams()
  const known = params.get('email') ?? ''
  const [factor, setFactor] = useState(false)
  const form = useForm({
    initialValues: { email: known, code: '', newPassword: '', totpCode: '' },
    validate: {
      email: emailAddress,
      code: (v) => (/^\d{6}$/.test(v.trim()) ? null : text.auth.needed),
      newPassword,
      totpCode: secondFactor(factor),
    },
  })
  const reset = useMutation({
    mutationFn: ({ email, code, newPassword, totpCode }: typeof form.values) => {
      const body = { email: email.trim(), code: code.trim(), newPassword, ...(factor ? { totpCode: bareCode(totpCode) } : {}) }
      return ask(identity.POST('/auth/password/reset', { body }))
    },
    onSuccess: () => session.end('left'), // the server has ended all sessions, also that of this tab
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (error.status === 422 && error.title === 'Totp Code Required') setFactor(true)
      else if (error.status === 422) form.setErrors({ totpCode: wrongFactor(form.values.totpCode) })
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
  const password = { maxLength: 100, ...form.getInputProps('newPassword') }
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
          <Problem error={!asked && reset.error} form={form} />
          {!known && (
            <TextInput
              label={text.auth.email}
              type="email"
              autoComplete="username"
              maxLength={254}
              autoFocus
              {...form.getInputProps('email')}
            />
          )}
          {/* For password managers. */}
          {known && <input type="text" autoComplete="username" value={known} readOnly hidden />}
          <TextInput
            label={text.recovery.mailedCode}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            autoFocus={!!known}
            {...form.getInputProps('code')}
          />
          <PasswordInput label={text.recovery.newPassword} autoComplete="new-password" description={text.auth.passwordHint} {...password} />
          {factor && <FactorInput label={text.recovery.secondFactor} autoFocus {...form.getInputProps('totpCode')} />}
          <Button type="submit" loading={reset.isPending}>
            {text.recovery.resetButton}
          </Button>
          <Text size="sm" c="dimmed">
            {text.auth.noCode}{' '}
            <Anchor component={Link} to={`/forgot?email=${encodeURIComponent(form.values.email.trim())}`} inherit>
              {text.recovery.again}
            </Anchor>
          </Text>
          <MailboxHint />
        </Stack>
      </form>
    </AuthPage>
  )
}
