import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, identity } from '~/api/client'
import { hasStatus } from '~/api/error'
import { FactorInput } from '~/shell/factor-input'
import { Problem } from '~/shell/states'
import { bareCode } from '~/shell/validate'
import { text } from '~/text'
import { AuthPage } from './auth-page'
import { CodeInput } from './code-input'
import { PasskeyButton } from './passkey-button'

type Answer = Awaited<ReturnType<typeof answer>>

const answer = (body: { twoFactorToken: string; totpCode: string }) => ask(identity.POST('/auth/login/2fa', { body }))

interface Props {
  token: string
  passkey: boolean
  onDone: (answer: Answer) => void
  onRestart: () => void
}

/** SecondStep asks for a code of the app, a backup code or a passkey. */
export function SecondStep({ token, passkey, onDone, onRestart }: Props) {
  const [backup, setBackup] = useState(false)
  const [code, setCode] = useState('')
  const attempt = useMutation({ mutationFn: answer, onSuccess: onDone, onError: () => setCode('') })
  const send = (totpCode: string) => attempt.mutate({ twoFactorToken: token, totpCode: bareCode(totpCode) })
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
          <Problem error={attempt.error}>
            {over ? text.auth.challengeOver : hasStatus(attempt.error, 401) && (backup ? text.auth.wrongBackup : text.auth.wrongCode)}
          </Problem>
          {over ? (
            <Button onClick={onRestart}>{text.auth.startAgain}</Button>
          ) : (
            <>
              {backup ? (
                <FactorInput
                  label={text.auth.backupCode}
                  value={code}
                  onChange={(e) => setCode(e.currentTarget.value)}
                  maxLength={20}
                  autoFocus
                />
              ) : (
                <CodeInput autoFocus value={code} onChange={setCode} onComplete={send} />
              )}
              <Button type="submit" loading={attempt.isPending} disabled={bareCode(code).length < (backup ? 8 : 6)}>
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
                  attempt.reset()
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
