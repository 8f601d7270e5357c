import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ask, identity } from '~/api/client'
import { fieldErrors, hasStatus } from '~/api/error'
import { safeNext } from '~/session/guard'
import { useToken } from '~/session/session'
import { usePlatform } from '~/shell/notices'
import { Problem } from '~/shell/states'
import { emailAddress, filled, newPassword } from '~/shell/validate'
import { text } from '~/text'
import { rememberLogin } from './after-verification'
import { AuthPage } from './auth-page'

/** Invitation is the part of an invitation's link behind the #, which no server sees or logs. */
type Invitation = { token: string | null; email: string }

function invitationIn(hash: string): Invitation {
  const values = new URLSearchParams(hash.slice(1))
  return { token: values.get('invitation'), email: values.get('email') ?? '' }
}

export default function Register() {
  const { hash } = useLocation()
  const { data: platform } = usePlatform()
  const invitation = invitationIn(hash)
  const { closed, closedLead, invite, inviteLead } = text.registration
  if (platform?.registration === 'closed') return <NoForm title={closed} lead={closedLead} />
  if (platform?.registration === 'invite' && !invitation.token) return <NoForm title={invite} lead={inviteLead} />
  return <RegisterForm invitation={invitation} />
}

/** NoForm says why there is no form to fill in. */
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
    validate: { firstName: filled, lastName: filled, email: emailAddress, password: newPassword },
  })
  const join = useMutation({
    mutationFn: (values: typeof form.values) =>
      ask(identity.POST('/auth/register', { body: invitation.token ? { ...values, invitation: invitation.token } : values })),
    onSuccess: ({ verificationRequired, account, registrationId }, { password }) => {
      if (verificationRequired) rememberLogin(account.email, password)
      const where = `email=${encodeURIComponent(account.email)}&next=${encodeURIComponent(next)}`
      void navigate(verificationRequired ? `/verify?${where}&registration=${registrationId}` : `/login?${where}`)
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  })
  if (token) return <Navigate to={next} replace />
  const needed = { maxLength: 100, required: true, withAsterisk: false }
  const password = { ...needed, ...form.getInputProps('password') }
  return (
    <AuthPage title={text.auth.register} lead={text.auth.registerLead}>
      <form onSubmit={form.onSubmit((v) => join.mutate({ ...v, email: v.email.trim() }))} noValidate>
        <Stack mt="lg">
          <Problem error={join.error} form={form}>
            {hasStatus(join.error, 409) && (
              <>
                {text.auth.emailTaken}{' '}
                <Anchor component={Link} to={`/login?email=${encodeURIComponent(form.values.email)}`} inherit>
                  {text.auth.login}
                </Anchor>
              </>
            )}
          </Problem>
          <Group grow align="flex-start">
            <TextInput label={text.auth.firstName} autoComplete="given-name" autoFocus {...needed} {...form.getInputProps('firstName')} />
            <TextInput label={text.auth.lastName} autoComplete="family-name" {...needed} {...form.getInputProps('lastName')} />
          </Group>
          <TextInput
            label={text.auth.email}
            type="email"
            autoComplete="username"
            {...needed}
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <PasswordInput label={text.auth.password} autoComplete="new-password" description={text.auth.passwordHint} {...password} />
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
