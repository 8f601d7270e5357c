import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ask, identity } from '~/api/client'
import { explainPasskey, askForPasskey, passkeysSupported } from '~/session/passkey'
import { Problem } from '~/shell/states'
import { text } from '~/text'

type LoginResponse = Awaited<ReturnType<typeof logIn>>

async function logIn() {
  const challenge = await ask(identity.POST('/auth/passkeys/login/begin'))
  const credential = await askForPasskey(challenge)
  return ask(identity.POST('/auth/passkeys/login/finish', { body: { ceremonyId: challenge.ceremonyId, credential } }))
}

async function confirmSecondFactor(twoFactorToken: string) {
  const challenge = await ask(identity.POST('/auth/passkeys/second-factor/begin', { body: { twoFactorToken } }))
  const credential = await askForPasskey(challenge)
  const body = { twoFactorToken, ceremonyId: challenge.ceremonyId, credential }
  return ask(identity.POST('/auth/passkeys/second-factor/finish', { body }))
}

/** PasskeyButton logs in with a passkey. With a token it uses the passkey as the second factor of a password login. */
export function PasskeyButton({ token, onDone }: { token?: string; onDone: (answer: LoginResponse) => void }) {
  const login = useMutation({ mutationFn: () => (token ? confirmSecondFactor(token) : logIn()), onSuccess: onDone })
  if (!passkeysSupported()) return null
  return (
    <>
      <Problem error={login.error}>{explainPasskey(login.error)}</Problem>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
        loading={login.isPending}
        onClick={() => login.mutate()}
      >
        {token ? text.passkeys.useInstead : text.passkeys.signIn}
      </Button>
    </>
  )
}
