import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ask, identity } from '~/api/client'
import { hasStatus } from '~/api/error'
import type { Account } from '~/api/models'
import { useReadAdvice } from '~/inbox/notifications'
import { accountKey } from '~/session/account'
import { FormButtons } from '~/shell/buttons'
import { FactorInput } from '~/shell/factor-input'
import { Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { bareCode, wrongFactor } from '~/shell/validate'
import { text } from '~/text'
import { later } from '~/text/later'
import { BackupCodes } from './backup-codes'
import { Section } from './section'
import { TwoFactorSetup } from './two-factor-setup'

type Dialog = 'setup' | 'disable' | 'regenerate'

/** TwoFactor turns two-factor authentication on and off and renews its backup codes. */
export function TwoFactor({ account }: { account: Account }) {
  const client = useQueryClient()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [held, setHeld] = useState(false)
  const readAdvice = useReadAdvice()
  const close = () => {
    setDialog(null)
    setHeld(false)
    // The change ended other sessions and changed the account.
    void client.invalidateQueries({ queryKey: accountKey })
    void client.invalidateQueries({ queryKey: ['sessions'] })
  }
  const turnedOn = () => {
    setHeld(true)
    void readAdvice()
  }
  return (
    <Section title={later.security.twoFactor} lead={later.security.twoFactorLead}>
      <Group justify="space-between">
        <Group gap="sm">
          <Badge size="lg" variant="light" color={account.twoFactorEnabled ? 'pine' : 'gray'} tt="none">
            {account.twoFactorEnabled ? later.security.on : later.security.off}
          </Badge>
          {account.twoFactorEnabled && <CodesLeft />}
        </Group>
        <Group gap="xs">
          {account.twoFactorEnabled ? (
            <>
              <Button variant="default" onClick={() => setDialog('regenerate')}>
                {later.security.regenerate}
              </Button>
              <Button variant="default" onClick={() => setDialog('disable')}>
                {later.security.disable}
              </Button>
            </>
          ) : (
            <Button onClick={() => setDialog('setup')}>{later.security.enable}</Button>
          )}
        </Group>
      </Group>
      <Modal
        opened={dialog !== null}
        onClose={close}
        title={dialog && later.security.dialogs[dialog]}
        closeOnClickOutside={false}
        closeOnEscape={!held}
        withCloseButton={!held}
      >
        {dialog === 'setup' && <TwoFactorSetup onCodes={turnedOn} onDone={close} />}
        {dialog === 'disable' && <Disable onDone={close} />}
        {dialog === 'regenerate' && <Regenerate onCodes={() => setHeld(true)} onDone={close} />}
      </Modal>
    </Section>
  )
}

/** Below this many, new backup codes are due. */
const FEW = 3

/** CodesLeft says how many backup codes are unused. The account that came with the login does not know. */
function CodesLeft() {
  const { data: left } = useQuery({
    queryKey: [...accountKey, 'backup-codes'],
    queryFn: async ({ signal }) => (await ask(identity.GET('/auth/account', { signal }))).backupCodesLeft ?? null,
  })
  if (left === undefined || left === null) return null
  return (
    <Text size="sm" c={left < FEW ? 'var(--mantine-color-error)' : 'dimmed'}>
      {later.security.codesLeft(left)}
    </Text>
  )
}

function Disable({ onDone }: { onDone: () => void }) {
  const off = useMutation({
    mutationFn: (totpCode: string) => ask(identity.POST('/auth/account/2fa/disable', { body: { totpCode } })),
    onSuccess: () => {
      said(later.security.disabled)
      onDone()
    },
  })
  return (
    <CodeForm lead={later.security.disableLead} action={later.security.disable} label={later.security.codeOrBackup} mutation={off} danger />
  )
}

/** Regenerate calls onCodes when there are codes that only this dialog shows. */
function Regenerate({ onCodes, onDone }: { onCodes: () => void; onDone: () => void }) {
  const renew = useMutation({
    mutationFn: (totpCode: string) => ask(identity.POST('/auth/account/2fa/backup-codes', { body: { totpCode } })),
    onSuccess: onCodes,
  })
  if (renew.data) return <BackupCodes codes={renew.data.backupCodes} onDone={onDone} />
  return (
    <CodeForm
      lead={later.security.regenerateLead}
      hint={later.security.withoutPhone}
      action={later.security.regenerate}
      label={text.auth.code}
      mutation={renew}
    />
  )
}

interface CodeFormProps {
  lead: string
  /** What to do without a code. */
  hint?: string
  label: string
  action: string
  danger?: boolean
  mutation: { mutate: (code: string) => void; isPending: boolean; error: unknown }
}

/** CodeForm asks for a two-factor code before an action. */
export function CodeForm({ lead, hint, label, action, danger, mutation }: CodeFormProps) {
  const [code, setCode] = useState('')
  const submit = (e: FormEvent) => {
    e.preventDefault()
    mutation.mutate(bareCode(code))
  }
  const wrong = hasStatus(mutation.error, 422)
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{lead}</Text>
        <Problem error={!wrong && mutation.error} />
        <FactorInput
          label={label}
          value={code}
          onChange={(e) => setCode(e.currentTarget.value)}
          error={wrong && wrongFactor(code)}
          data-autofocus
        />
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        <FormButtons
          action={action}
          color={danger ? 'rose.7' : undefined}
          disabled={bareCode(code).length < 6}
          loading={mutation.isPending}
        />
      </Stack>
    </form>
  )
}
