import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ask, identity } from '~/api/client'
import { Problem } from '~/shell/states'
import { emailAddress } from '~/shell/validate'
import { text } from '~/text'
import { AuthPage } from './auth-page'

/** Forgot asks for the address to send a code to. The response does not reveal whether it has an account. */
export default function Forgot() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const form = useForm({
    initialValues: { email: params.get('email') ?? '' },
    validate: { email: emailAddress },
  })
  const request = useMutation({
    mutationFn: (email: string) => ask(identity.POST('/auth/password/forgot', { body: { email } })),
    onSuccess: (_, email) => void navigate(`/reset?email=${encodeURIComponent(email)}`),
  })
  return (
    <AuthPage title={text.recovery.forgot} lead={text.recovery.forgotLead}>
      <form onSubmit={form.onSubmit((v) => request.mutate(v.email.trim()))} noValidate>
        <Stack mt="lg">
          <Problem error={request.error} />
          <TextInput
            label={text.auth.email}
            type="email"
            autoComplete="username"
            maxLength={254}
            autoFocus
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={request.isPending}>
            {text.recovery.sendCode}
          </Button>
          <Anchor component={Link} to="/login" size="sm">
            {text.recovery.backToLogin}
          </Anchor>
        </Stack>
      </form>
    </AuthPage>
  )
}
