import { Badge, Button, Divider, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDevices } from '@tabler/icons-react'
import { Fragment } from 'react'
import { ask, identity } from '~/api/client'
import type { Session } from '~/api/models'
import { leave } from '~/session/account'
import { QueryState } from '~/shell/states'
import { failed, said } from '~/shell/toast'
import { text } from '~/text'
import { later } from '~/text/later'
import { Section } from './section'
import { deviceOf, sessionFacts } from './device'

const key = ['sessions']

export function Sessions() {
  const client = useQueryClient()
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => ask(identity.GET('/auth/account/sessions', { signal })) })
  const end = useMutation({
    mutationFn: (id: string) => ask(identity.DELETE('/auth/account/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => said(later.security.sessionEnded),
    onError: failed,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  return (
    <Section title={later.security.sessions} lead={later.security.sessionsLead}>
      <QueryState query={list} lines={2} height={52} />
      {list.data?.items.map((s, i) => (
        <Fragment key={s.id}>
          {i > 0 && <Divider />}
          <Row session={s} onEnd={() => (s.current ? leave() : end.mutate(s.id))} />
        </Fragment>
      ))}
    </Section>
  )
}

function Row({ session: s, onEnd }: { session: Session; onEnd: () => void }) {
  const device = deviceOf(s.userAgent)
  return (
    <Group py="sm" wrap="nowrap" justify="space-between">
      <Group wrap="nowrap" gap="sm" style={{ minWidth: 0 }}>
        <IconDevices size={20} stroke={1.6} color="var(--quiet)" aria-hidden style={{ flex: 'none' }} />
        <div style={{ minWidth: 0 }}>
          <Group gap={8}>
            <Text size="sm" fw={550}>
              {device}
            </Text>
            {s.current && (
              <Badge size="sm" variant="light" tt="none">
                {later.security.thisSession}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {sessionFacts(s)}
          </Text>
        </div>
      </Group>
      <Button size="xs" variant="default" onClick={onEnd} aria-label={later.security.endOne(device)}>
        {s.current ? text.nav.logout : later.security.end}
      </Button>
    </Group>
  )
}
