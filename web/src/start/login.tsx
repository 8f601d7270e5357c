import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { ask, identity } from '~/api/client'
import { hasStatus } from '~/api/error'
import { queryClient } from '~/query'
import { accountKey } from '~/session/account'
import { safeNext } from '~/session/guard'
import { session, useToken } from '~/session/session'
import { Problem } from '~/shell/states'
import { text } from '~/text'
import { rememberLogin } from './after-verification'
import { AuthPage } from './auth-page'
import { PasskeyButton } from './passkey-button'
import { SecondStep } from './second-step'

interface Challenge {
  token: string
  passkey: boolean
}

type LoginAnswer = Awaited<ReturnType<typeof login>>

export const login = (body: { email: string; password: string }) => ask(identity.POST('/auth/login', { body }))

/** enter begins the session of a login response. */
export function enter(answer: LoginAnswer) {
  if (!answer.token || answer.expiresIn === null) return
  session.begin(answer.token, answer.expiresIn)
  if (answer.account) queryClient.setQueryData(accountKey, answer.account)
}

export default function Login() {
  const token = useToken()
  const [params] = useSearchParams()
  const next = safeNext(params.get('next'))
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  if (token) return <Navigate to={next} replace />
  if (challenge) return <SecondStep {...challenge} onDone={enter} onRestart={() => setChallenge(null)} />
  return <Password next={next} onChallenge={setChallenge} expired={session.lastEnding() === 'expired'} />
}

function Password({ next, onChallenge, expired }: { next: string; onChallenge: (challenge: Challenge) => void; expired: boolean }) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const form = useForm({ initialValues: { email: params.get('email') ?? '', password: '' } })
  const password = form.getInputProps('password')
  const attempt = useMutation({
    mutationFn: login,
    onSuccess: (answer) => {
      if (!answer.twoFactorRequired || !answer.twoFactorToken) return enter(answer)
      onChallenge({ token: answer.twoFactorToken, passkey: answer.passkeyAvailable ?? false })
    },
    onError: (error, { email, password }) => {
      if (!hasStatus(error, 403)) return
      rememberLogin(email, password)
      void navigate(`/verify?email=${encodeURIComponent(email)}&next=${encodeURIComponent(next)}&unverified=1`)
    },
  })
  return (
    <AuthPage title={text.auth.login} lead={text.auth.loginLead}>
      <form onSubmit={form.onSubmit((values) => attempt.mutate({ ...values, email: values.email.trim() }))}>
        <Stack mt="lg">
          {expired && !attempt.isError && (
            <Alert color="amber" variant="light" role="status">
              {text.auth.expired}
            </Alert>
          )}
          <Problem error={!hasStatus(attempt.error, 403) && attempt.error}>
            {hasStatus(attempt.error, 401) && text.auth.wrongCredentials}
          </Problem>
          <TextInput
            label={text.auth.email}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordInput label={text.auth.password} autoComplete="current-password" required withAsterisk={false} {...password} />
          <Button type="submit" loading={attempt.isPending} fullWidth>
            {text.auth.login}
          </Button>
          <PasskeyButton onDone={enter} />
          <Anchor component={Link} to={`/forgot?email=${encodeURIComponent(form.values.email.trim())}`} size="sm">
            {text.recovery.forgot}
          </Anchor>
          <Text size="sm" c="dimmed">
            {text.auth.noAccount}{' '}
            <Anchor component={Link} to={`/register?next=${encodeURIComponent(next)}`}>
              {text.auth.register}
            </Anchor>
          </Text>
        </Stack>
      </form>
    </AuthPage>
  )
}
