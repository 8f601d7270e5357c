import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ask, identity } from '~/api/client'
import { explainPasskey, askForPasskey, passkeysSupported } from '~/session/passkey'
import { Problem } from '~/shell/states'
import { text } from '~/text'

type Answer = Awaited<ReturnType<typeof logIn>>

async function logIn() {
  const asked = await ask(identity.POST('/auth/passkeys/login/begin'))
  const credential = await askForPasskey(asked)
  return ask(identity.POST('/auth/passkeys/login/finish', { body: { ceremonyId: asked.ceremonyId, credential } }))
}

async function secondStep(twoFactorToken: string) {
  const asked = await ask(identity.POST('/auth/passkeys/second-factor/begin', { body: { twoFactorToken } }))
  const credential = await askForPasskey(asked)
  return ask(identity.POST('/auth/passkeys/second-factor/finish', { body: { twoFactorToken, ceremonyId: asked.ceremonyId, credential } }))
}

/** PasskeyButton signs in with a passkey or, with the token of a second step, finishes a login. */
export function PasskeyButton({ token, onDone }: { token?: string; onDone: (answer: Answer) => void }) {
  const attempt = useMutation({ mutationFn: () => (token ? secondStep(token) : logIn()), onSuccess: onDone })
  if (!passkeysSupported()) return null
  return (
    <>
      <Problem error={attempt.error}>{explainPasskey(attempt.error)}</Problem>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        {token ? text.passkeys.useInstead : text.passkeys.signIn}
      </Button>
    </>
  )
}
