import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { applications, ask, identity } from '~/api/client'
import { hasStatus } from '~/api/error'
import type { VerificationAction } from '~/api/models'
import { session } from '~/session/session'
import { FormButtons } from '~/shell/buttons'
import { MailboxLink } from '~/shell/notices'
import { Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { later } from '~/text/later'
import { Section } from './section'

type Action = Exclude<VerificationAction, 'verify-email'>

/** Danger offers what cannot be undone; each action is confirmed with an emailed code. */
export function Danger() {
  const [action, setAction] = useState<Action | null>(null)
  return (
    <Section title={later.security.danger} lead={later.security.dangerLead} danger>
      <Stack gap="md">
        {(['delete-all-applications', 'delete-account'] as const).map((a) => (
          <Group key={a} justify="space-between" gap="sm">
            <div style={{ flex: '1 1 16rem' }}>
              <Text size="sm" fw={550}>
                {later.security.delete[a].title}
              </Text>
              <Text size="sm" c="dimmed">
                {later.security.delete[a].help}
              </Text>
            </div>
            <Button variant="light" color="rose" onClick={() => setAction(a)}>
              {later.security.delete[a].button}
            </Button>
          </Group>
        ))}
      </Stack>
      <Modal
        opened={action !== null}
        onClose={() => setAction(null)}
        title={action && later.security.delete[action].title}
        closeOnClickOutside={false}
      >
        {action && <ByCode action={action} onClose={() => setAction(null)} />}
      </Modal>
    </Section>
  )
}

function ByCode({ action, onClose }: { action: Action; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const request = useMutation({ mutationFn: () => ask(identity.POST('/auth/account/verifications', { body: { action } })) })
  const remove = useMutation({
    mutationFn: (verificationId: string) => {
      const body = { verificationId, code: code.trim() }
      return ask(action === 'delete-account' ? identity.DELETE('/auth/account', { body }) : applications.DELETE('/applications', { body }))
    },
    onSuccess: async () => {
      said(later.security.delete[action].done)
      onClose()
      if (action === 'delete-account') {
        session.end('left')
        await navigate('/')
      } else {
        await client.invalidateQueries()
      }
    },
  })
  if (!request.data) {
    return (
      <Stack>
        <Text size="sm">{later.security.delete[action].warning}</Text>
        <Problem error={request.error} />
        <FormButtons
          onCancel={onClose}
          focusCancel
          action={text.recovery.sendCode}
          color="rose.7"
          loading={request.isPending}
          onClick={request.mutate}
        />
      </Stack>
    )
  }
  const { verificationId } = request.data
  const submit = (e: FormEvent) => {
    e.preventDefault()
    remove.mutate(verificationId)
  }
  const wrong = hasStatus(remove.error, 400)
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          {later.security.codeSent} <MailboxLink />
        </Text>
        <Problem error={!wrong && remove.error} />
        <TextInput
          label={text.recovery.mailedCode}
          value={code}
          onChange={(e) => setCode(e.currentTarget.value.replace(/\D/g, ''))}
          maxLength={6}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={wrong && later.security.mailedWrong}
          data-autofocus
        />
        <Group justify="space-between">
          <Button
            variant="subtle"
            onClick={() => {
              setCode('')
              remove.reset()
              request.mutate()
            }}
          >
            {text.auth.resend}
          </Button>
          <Button type="submit" color="rose.7" disabled={code.length < 6} loading={remove.isPending}>
            {later.security.delete[action].button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
