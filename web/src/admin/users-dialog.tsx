import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { hasStatus } from '~/api/error'
import type { User, UserAction } from '~/api/models'
import { session } from '~/session/session'
import { FormButtons } from '~/shell/buttons'
import { FactorInput } from '~/shell/factor-input'
import { Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { bareCode, wrongFactor } from '~/shell/validate'
import { later } from '~/text/later'
import { useUserAction } from './users-queries'

export type Act = UserAction | 'delete'

const dangerous: Act[] = ['reset-two-factor', 'disable', 'delete']

interface Props {
  user: User
  own: boolean
  /** Whether the administrator has two-factor authentication on. */
  needsCode: boolean
}

/** ActionRow explains an action and offers it; a dialog asks before it happens. */
export function ActionRow({ action, ...props }: Props & { action: Act }) {
  const [asking, setAsking] = useState(false)
  const words = later.adminUsers.action[action]
  return (
    <Group justify="space-between" gap="sm" py="sm" data-action={action}>
      <Text size="sm" style={{ flex: '1 1 16rem' }}>
        {words.help}
      </Text>
      <Button variant="light" color={dangerous.includes(action) ? 'rose' : undefined} onClick={() => setAsking(true)}>
        {words.button}
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title={words.button}>
        {asking && <Ask action={action} onClose={() => setAsking(false)} {...props} />}
      </Modal>
    </Group>
  )
}

function Ask({ action, user, own, needsCode, onClose }: Props & { action: Act; onClose: () => void }) {
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [typed, setTyped] = useState('')
  const words = later.adminUsers.action[action]
  const act = useUserAction(user.id, action, () => {
    said(words.done)
    onClose()
    if (action === 'delete') void navigate('/admin?tab=users', { replace: true })
    else if (own) session.end('expired') // the session of this page has ended, too
  })
  // Two-factor authentication may have been turned on since the page was loaded.
  const refused = hasStatus(act.error, 422)
  const asksCode = needsCode || refused
  const unnamed = action === 'delete' && typed.trim().toLowerCase() !== user.email.toLowerCase()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    act.mutate(asksCode ? bareCode(code) : undefined)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          <b style={{ overflowWrap: 'anywhere' }}>
            {user.firstName} {user.lastName} ({user.email})
          </b>
          <br />
          {words.help}
        </Text>
        <Problem error={!refused && act.error} />
        {action === 'delete' && (
          <TextInput
            label={later.adminUsers.typeAddress(user.email)}
            value={typed}
            onChange={(e) => setTyped(e.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
        )}
        {asksCode && (
          <FactorInput
            label={later.security.codeOrBackup}
            description={later.adminUsers.secondFactor}
            value={code}
            onChange={(e) => setCode(e.currentTarget.value)}
            error={refused && code && wrongFactor(code)}
            data-autofocus={action !== 'delete' || undefined}
          />
        )}
        <FormButtons
          onCancel={onClose}
          focusCancel={!asksCode && action !== 'delete'}
          action={words.button}
          color={dangerous.includes(action) ? 'rose.7' : undefined}
          disabled={unnamed || (asksCode && bareCode(code).length < 6)}
          loading={act.isPending}
        />
      </Stack>
    </form>
  )
}
