import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ask, identity } from '~/api/client'
import { hasStatus } from '~/api/error'
import { safeNext } from '~/session/guard'
import { MailboxHint } from '~/shell/notices'
import { Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { takeLogin } from './after-verification'
import { AuthPage } from './auth-page'
import { CodeInput } from './code-input'
import { enter, login } from './login'

/** Verify asks for the code that was emailed after joining. */
export default function Verify() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [email, setEmail] = useState(params.get('email') ?? '')
  const [code, setCode] = useState('')
  const known = !!params.get('email')
  // A code confirms the registration of this page only, not one that somebody else made with the same address.
  const registrationId = params.get('registration')

  const verify = useMutation({
    mutationFn: (code: string) =>
      ask(identity.POST('/auth/account/verify-email', { body: { email: email.trim(), code, registrationId } })),
    onSuccess: async () => {
      said(text.auth.verified)
      const wanted = params.get('next') ?? '/'
      const next = wanted === '/' ? '/start' : wanted
      const joined = takeLogin(email)
      const answer = joined && (await login(joined).catch(() => null))
      if (answer?.token) {
        enter(answer)
        return void navigate(safeNext(next), { replace: true })
      }
      void navigate(`/login?email=${encodeURIComponent(email)}&next=${encodeURIComponent(next)}`)
    },
    onError: () => setCode(''),
  })
  const resend = useMutation({
    mutationFn: () => ask(identity.POST('/auth/account/resend-verification', { body: { email: email.trim(), registrationId } })),
    onSuccess: () => said(text.auth.resent),
  })
  const problem = verify.error ?? resend.error

  return (
    <AuthPage title={text.auth.verify} lead={known ? text.auth.verifyLead(email) : text.auth.verifyLeadUnknown}>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          verify.mutate(code)
        }}
      >
        <Stack mt="lg">
          {params.has('unverified') && !problem && (
            <Alert color="amber" variant="light" role="status">
              {text.auth.unverified}
            </Alert>
          )}
          <Problem error={problem}>{hasStatus(problem, 400) && text.auth.codeInvalid}</Problem>
          {!known && (
            <TextInput
              label={text.auth.email}
              type="email"
              value={email}
              onChange={(e) => setEmail(e.currentTarget.value)}
              autoComplete="username"
              required
            />
          )}
          <CodeInput autoFocus={known} value={code} onChange={setCode} onComplete={(c) => email && verify.mutate(c)} />
          <Button type="submit" loading={verify.isPending} disabled={code.length < 6 || !email}>
            {text.auth.verifyButton}
          </Button>
          <Text size="sm" c="dimmed">
            {text.auth.severalCodes} {text.auth.noCode}{' '}
            <Anchor component="button" type="button" onClick={() => resend.mutate()} disabled={!email}>
              {text.auth.resend}
            </Anchor>
          </Text>
          <MailboxHint />
        </Stack>
      </form>
    </AuthPage>
  )
}
