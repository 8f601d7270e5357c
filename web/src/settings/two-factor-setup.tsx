import { Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { renderSVG } from 'uqr'
import { ask, identity } from '~/api/client'
import { hasStatus } from '~/api/error'
import { Copy, FormButtons } from '~/shell/buttons'
import { Lines } from '~/shell/skeletons'
import { Failure, Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { later } from '~/text/later'
import { BackupCodes } from './backup-codes'

/** TwoFactorSetup leads through three steps: scan, confirm, save the backup codes. It calls onCodes when these are shown. */
export function TwoFactorSetup({ onCodes, onDone }: { onCodes: () => void; onDone: () => void }) {
  const setup = useMutation({ mutationFn: () => ask(identity.POST('/auth/account/2fa/setup')) })
  const verify = useMutation({
    mutationFn: (totpCode: string) => ask(identity.POST('/auth/account/2fa/verify-setup', { body: { totpCode } })),
    onSuccess: () => {
      said(later.security.enabled)
      onCodes()
    },
  })
  const { mutate } = setup
  useEffect(() => mutate(), [mutate])
  if (verify.data) return <BackupCodes codes={verify.data.backupCodes} onDone={onDone} />
  if (setup.isError) return <Failure error={setup.error} retry={setup.mutate} />
  if (!setup.data) return <Lines count={1} height={260} />
  return <Confirm uri={setup.data.otpauthUri} secret={setup.data.setupKey} verify={verify} />
}

interface ConfirmProps {
  uri: string
  secret: string
  verify: { mutate: (code: string) => void; isPending: boolean; error: unknown }
}

function Confirm({ uri, secret, verify }: ConfirmProps) {
  const [code, setCode] = useState('')
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2, ecc: 'M' }))}`, [uri])
  const wrong = hasStatus(verify.error, 422)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    verify.mutate(code.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{later.security.scan}</Text>
        <img
          src={picture}
          alt={later.security.qr}
          width={200}
          height={200}
          style={{ alignSelf: 'center', borderRadius: 12, background: '#fff' }}
        />
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            {later.security.byHand}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code fz="sm" style={{ overflowWrap: 'anywhere', flex: 1 }} data-testid="setup-key">
              {secret.match(/.{1,4}/g)?.join(' ')}
            </Code>
            <Copy value={secret} size="compact-sm" iconSize={14} />
          </Group>
        </div>
        <Problem error={!wrong && verify.error} />
        <TextInput
          label={later.security.firstCode}
          value={code}
          onChange={(e) => setCode(e.currentTarget.value.replace(/\D/g, ''))}
          maxLength={6}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={wrong && later.security.wrongFirst}
          autoFocus // it appears after the dialog has set the focus
          data-autofocus
        />
        <FormButtons action={later.security.turnOn} disabled={code.length < 6} loading={verify.isPending} />
      </Stack>
    </form>
  )
}
