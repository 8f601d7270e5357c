import { Alert, Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ask, identity } from '~/api/client'
import { explain, fieldErrors, hasStatus } from '~/api/error'
import { safeNext } from '~/session/guard'
import { useToken } from '~/session/session'
import { usePlatform } from '~/shell/notices'
import { text } from '~/text'
import { AuthPage } from './auth-page'

/** Invitation is what the link in an invitation carries, behind the hash: it reaches this page and no server's log. */
type Invitation = { token: string | null; email: string }

function invitationIn(hash: string): Invitation {
  const values = new URLSearchParams(hash.slice(1))
  return { token: values.get('invitation'), email: values.get('email') ?? '' }
}

export default function Register() {
  const { hash } = useLocation()
  const { data: platform } = usePlatform()
  const invitation = invitationIn(hash)
  if (platform?.registration === 'closed') return <NoForm title={text.registration.closed} lead={text.registration.closedLead} />
  if (platform?.registration === 'invite' && !invitation.token) return <NoForm title={text.registration.invite} lead={text.registration.inviteLead} />
  return <RegisterForm invitation={invitation} />
}

/** NoForm says why there is nothing to fill in. */
function NoForm({ title, lead }: { title: string; lead: string }) {
  return (
    <AuthPage title={title} lead={lead}>
      <Text size="sm" c="dimmed" mt="lg">
        {text.auth.haveAccount}{' '}
        <Anchor component={Link} to="/login">
          {text.auth.login}
        </Anchor>
      </Text>
    </AuthPage>
  )
}

function RegisterForm({ invitation }: { invitation: Invitation }) {
  const token = useToken()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const next = safeNext(params.get('next'))
  const form = useForm({
    initialValues: { firstName: '', lastName: '', email: invitation.email, password: '' },
    validate: {
      firstName: (v) => (v.trim() ? null : text.auth.needed),
      lastName: (v) => (v.trim() ? null : text.auth.needed),
      email: (v) => (/^\S+@\S+$/.test(v.trim()) ? null : text.auth.emailShape),
      password: (v) => (v.length >= 8 ? null : text.auth.passwordShort),
    },
  })
  const join = useMutation({
    mutationFn: (body: typeof form.values) => ask(identity.POST('/auth/register', { body: invitation.token ? { ...body, invitation: invitation.token } : body })),
    onSuccess: ({ verificationRequired, account, registrationId }) => {
      const where = `email=${encodeURIComponent(account.email)}&next=${encodeURIComponent(next)}`
      void navigate(verificationRequired ? `/verify?${where}&registration=${registrationId}` : `/login?${where}`)
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  })
  if (token) return <Navigate to={next} replace />
  return (
    <AuthPage title={text.auth.register} lead={text.auth.registerLead}>
      <form onSubmit={form.onSubmit((v) => join.mutate({ ...v, email: v.email.trim() }))} noValidate>
        <Stack mt="lg">
          {join.isError && Object.keys(form.errors).length === 0 && (
            <Alert color="rose" variant="light" role="alert">
              {hasStatus(join.error, 409) ? (
                <>
                  {text.auth.emailTaken}{' '}
                  <Anchor component={Link} to={`/login?email=${encodeURIComponent(form.values.email)}`} inherit>
                    {text.auth.login}
                  </Anchor>
                </>
              ) : (
                explain(join.error)
              )}
            </Alert>
          )}
          <Group grow align="flex-start">
            <TextInput label={text.auth.firstName} autoComplete="given-name" maxLength={100} required withAsterisk={false} autoFocus {...form.getInputProps('firstName')} />
            <TextInput label={text.auth.lastName} autoComplete="family-name" maxLength={100} required withAsterisk={false} {...form.getInputProps('lastName')} />
          </Group>
          <TextInput label={text.auth.email} type="email" autoComplete="username" maxLength={254} required withAsterisk={false} {...form.getInputProps('email')} />
          <PasswordInput label={text.auth.password} description={text.auth.passwordHint} autoComplete="new-password" maxLength={100} required withAsterisk={false} {...form.getInputProps('password')} />
          <Button type="submit" loading={join.isPending}>
            {text.auth.create}
          </Button>
          <Text size="sm" c="dimmed">
            {text.auth.haveAccount}{' '}
            <Anchor component={Link} to={`/login?next=${encodeURIComponent(next)}`}>
              {text.auth.login}
            </Anchor>
          </Text>
        </Stack>
      </form>
    </AuthPage>
  )
}
