import { Badge, Button, Divider, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { Delivery, DeliveryState } from '~/api/models'
import { dotted } from '~/format/bidi'
import { formatInstant } from '~/format/date'
import { QueryState } from '~/shell/states'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { later } from '~/text/later'
import { type Channel, deliveriesQuery, useReplay } from './channel-queries'

const colors: Record<DeliveryState, string> = { WAITING: 'gray', DELIVERED: 'pine', FAILED: 'rose' }

/** Deliveries lists what was sent to a channel, and sends the failed ones again. */
export function Deliveries({ channel }: { channel: Channel }) {
  const list = useQuery(deliveriesQuery(channel.id))
  const replay = useReplay(channel.id)
  const failed = list.data?.items.filter((d) => d.state === 'FAILED' && d.type !== null).length ?? 0
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {list.data?.items.length === 0 ? later.channels.historyNone : later.channels.historyLead}
      </Text>
      <QueryState query={list} lines={3} height={44} />
      {failed > 0 && channel.enabled && (
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={replay.isPending}
          onClick={() => replay.mutate(undefined, { onSuccess: ({ queued }) => said(later.channels.replayed(queued)) })}
        >
          {later.channels.replay(failed)}
        </Button>
      )}
      {list.data?.items.map((d, i) => (
        <Fragment key={d.id}>
          {i > 0 && <Divider />}
          <Row delivery={d} />
        </Fragment>
      ))}
    </Stack>
  )
}

function Row({ delivery: d }: { delivery: Delivery }) {
  const kind = d.type ? text.inbox.types[d.type] : later.channels.testType
  return (
    <Group wrap="nowrap" justify="space-between" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {d.title}
        </Text>
        <Text size="xs" c="dimmed">
          {dotted(kind, formatInstant(d.createdAt), d.attempts > 0 && later.channels.attempts(d.attempts))}
        </Text>
        {d.lastError && <Text size="xs">{d.lastError}</Text>}
      </div>
      <Badge size="sm" variant="light" tt="none" color={colors[d.state]} style={{ flex: 'none' }}>
        {later.channels.states[d.state]}
      </Badge>
    </Group>
  )
}
