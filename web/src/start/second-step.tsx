import { Alert, Anchor, Button, PinInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, identity } from '~/api/client'
import { explain, hasStatus } from '~/api/error'
import { text } from '~/text'
import { AuthPage } from './auth-page'
import { PasskeyButton } from './passkey-button'

type Answer = Awaited<ReturnType<typeof answer>>

const answer = (body: { twoFactorToken: string; totpCode: string }) => ask(identity.POST('/auth/login/2fa', { body }))

interface Props {
  token: string
  passkey: boolean
  onDone: (answer: Answer) => void
  onRestart: () => void
}

/** SecondStep asks for the code of the app, one of the backup codes or a passkey. */
export function SecondStep({ token, passkey, onDone, onRestart }: Props) {
  const [backup, setBackup] = useState(false)
  const [code, setCode] = useState('')
  const attempt = useMutation({ mutationFn: answer, onSuccess: onDone, onError: () => setCode('') })
  const send = (totpCode: string) => attempt.mutate({ twoFactorToken: token, totpCode: totpCode.trim() })
  const over = hasStatus(attempt.error, 400)

  return (
    <AuthPage title={text.auth.secondStep} lead={backup ? text.auth.backupLead : text.auth.codeLead}>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          send(code)
        }}
      >
        <Stack mt="lg">
          {attempt.isError && (
            <Alert color="rose" variant="light" role="alert">
              {over ? text.auth.challengeOver : hasStatus(attempt.error, 401) ? text.auth.wrongCode : explain(attempt.error)}
            </Alert>
          )}
          {over ? (
            <Button onClick={onRestart}>{text.auth.startAgain}</Button>
          ) : (
            <>
              {backup ? (
                <TextInput label={text.auth.backupCode} value={code} onChange={(e) => setCode(e.currentTarget.value)} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={20} autoFocus />
              ) : (
                <PinInput length={6} type="number" placeholder="" oneTimeCode autoFocus size="lg" value={code} onChange={setCode} onComplete={send} aria-label={text.auth.code} getInputProps={(i) => ({ 'aria-label': text.auth.digit(i + 1) })} styles={{ root: { justifyContent: 'space-between' } }} />
              )}
              <Button type="submit" loading={attempt.isPending} disabled={code.trim().length < (backup ? 8 : 6)}>
                {text.auth.confirm}
              </Button>
              {passkey && <PasskeyButton token={token} onDone={onDone} />}
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => {
                  setBackup(!backup)
                  setCode('')
                }}
              >
                {backup ? text.auth.useApp : text.auth.useBackup}
              </Anchor>
              <Text size="xs" c="dimmed">
                {text.auth.lostBoth}
              </Text>
            </>
          )}
        </Stack>
      </form>
    </AuthPage>
  )
}
