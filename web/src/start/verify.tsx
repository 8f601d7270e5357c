import { Alert, Anchor, Button, PinInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ask, identity } from '~/api/client'
import { explain, hasStatus } from '~/api/error'
import { usePlatform } from '~/shell/notices'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { AuthPage } from './auth-page'

/** Verify asks for the code that was mailed after joining. */
export default function Verify() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [email, setEmail] = useState(params.get('email') ?? '')
  const [code, setCode] = useState('')
  const { data: platform } = usePlatform()
  const known = !!params.get('email')
  // A code counts for the registration of this page alone, not for one that a stranger made with the same address.
  const registrationId = params.get('registration')

  const verify = useMutation({
    mutationFn: (code: string) => ask(identity.POST('/auth/account/verify-email', { body: { email: email.trim(), code, registrationId } })),
    onSuccess: () => {
      said(text.auth.verified)
      void navigate(`/login?email=${encodeURIComponent(email)}&next=${encodeURIComponent(params.get('next') ?? '/')}`)
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
          {problem && (
            <Alert color="rose" variant="light" role="alert">
              {hasStatus(problem, 400) ? text.auth.codeInvalid : explain(problem)}
            </Alert>
          )}
          {!known && <TextInput label={text.auth.email} type="email" value={email} onChange={(e) => setEmail(e.currentTarget.value)} autoComplete="username" required />}
          <PinInput length={6} type="number" placeholder="" oneTimeCode size="lg" autoFocus={known} value={code} onChange={setCode} onComplete={(c) => email && verify.mutate(c)} aria-label={text.auth.code} getInputProps={(i) => ({ 'aria-label': text.auth.digit(i + 1) })} styles={{ root: { justifyContent: 'space-between' } }} />
          <Button type="submit" loading={verify.isPending} disabled={code.length < 6 || !email}>
            {text.auth.verifyButton}
          </Button>
          <Text size="sm" c="dimmed">
            {text.registration.severalCodes} {text.auth.noCode}{' '}
            <Anchor component="button" type="button" onClick={() => resend.mutate()} disabled={!email}>
              {text.auth.resend}
            </Anchor>
          </Text>
          {platform?.mail === 'local' && (
            <Text size="sm" c="dimmed">
              {text.mailbox.codeHint}{' '}
              <Anchor component={Link} to="/mailbox" target="_blank">
                {text.mailbox.open}
              </Anchor>
            </Text>
          )}
        </Stack>
      </form>
    </AuthPage>
  )
}
