import { Alert, Badge, Button, Collapse, Group, SimpleGrid, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Icon, IconBroadcast, IconBrowser, IconWebhook } from '@tabler/icons-react'
import { notificationTypes } from '~/api/enums'
import type { ChannelKind, NotificationType } from '~/api/models'
import { dotted } from '~/format/bidi'
import { formatAgo, formatInstant } from '~/format/date'
import { text } from '~/text'
import { later } from '~/text/later'
import { type Channel, useChangeChannel, useTestChannel } from './channel-queries'

const icons: Record<ChannelKind, Icon> = { WEB_PUSH: IconBrowser, NTFY: IconBroadcast, WEBHOOK: IconWebhook }

interface Props {
  channel: Channel
  own: boolean
  onRemove: () => void
  onHistory: () => void
}

/** ChannelRow shows one channel with its health, and switches it. */
export function ChannelRow({ channel: c, own, onRemove, onHistory }: Props) {
  const change = useChangeChannel(c.id)
  const test = useTestChannel(c.id)
  const [choosing, types] = useDisclosure()
  const Emblem = icons[c.kind]
  const small = { size: 'xs', variant: 'default' } as const
  return (
    <div data-channel={c.kind} style={{ paddingBlock: 'var(--mantine-spacing-sm)' }}>
      <Group wrap="nowrap" justify="space-between" align="flex-start">
        <Group wrap="nowrap" gap="sm" align="flex-start" style={{ minWidth: 0 }}>
          <Emblem size={20} stroke={1.6} color="var(--quiet)" aria-hidden style={{ flex: 'none', marginTop: 2 }} />
          <div style={{ minWidth: 0 }}>
            <Group gap={8}>
              <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
                {c.name}
              </Text>
              <Marks channel={c} own={own} />
            </Group>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {dotted(later.channels.kinds[c.kind], c.address, c.topic)}
            </Text>
            <Health channel={c} />
          </div>
        </Group>
        <Switch
          checked={c.enabled}
          onChange={(e) => change.mutate({ enabled: e.currentTarget.checked })}
          aria-label={later.channels.switchOne(c.name)}
          style={{ flex: 'none' }}
        />
      </Group>
      <Group gap="xs" mt="xs" pl={32}>
        <Button {...small} loading={test.isPending} onClick={() => test.mutate()} aria-label={later.channels.testOne(c.name)}>
          {later.channels.test}
        </Button>
        <Button {...small} onClick={types.toggle} aria-expanded={choosing} aria-label={later.channels.chooseTypes(c.name)}>
          {later.channels.carries(c.types.length, notificationTypes.length)}
        </Button>
        <Button {...small} onClick={onHistory} aria-label={later.channels.historyOne(c.name)}>
          {later.channels.history}
        </Button>
        <Button {...small} onClick={onRemove} aria-label={later.channels.removeOne(c.name)}>
          {later.channels.remove}
        </Button>
      </Group>
      {test.data && (
        <Alert role="status" mt="sm" ml={32} variant="light" color={test.data.delivered ? 'pine' : 'rose'}>
          {test.data.message}
        </Alert>
      )}
      <Collapse expanded={choosing}>
        <Types channel={c} onChange={(next) => change.mutate({ types: next })} />
      </Collapse>
    </div>
  )
}

function Marks({ channel: c, own }: { channel: Channel; own: boolean }) {
  const mark = { size: 'sm', variant: 'light', tt: 'none' } as const
  return (
    <>
      {own && <Badge {...mark}>{later.channels.thisBrowser}</Badge>}
      {!c.enabled && (
        <Badge {...mark} color={c.offReason ? 'rose' : 'gray'}>
          {later.channels.off}
        </Badge>
      )}
      {c.enabled && c.failingSince && (
        <Badge {...mark} color="rose">
          {later.channels.failing}
        </Badge>
      )}
    </>
  )
}

/** Health says when the channel last worked, or since when and why it does not. */
function Health({ channel: c }: { channel: Channel }) {
  const last = c.lastDeliveredAt ? later.channels.lastDelivered(formatAgo(c.lastDeliveredAt)) : later.channels.never
  const trouble = c.offReason
    ? later.channels.offBecause(c.offReason)
    : c.failingSince && later.channels.failingSince(formatInstant(c.failingSince), c.lastError ?? '')
  return (
    <>
      {trouble && <Text size="xs">{trouble}</Text>}
      <Text size="xs" c="dimmed">
        {last}
      </Text>
      {c.failingSince && c.waiting > 0 && (
        <Text size="xs" c="dimmed">
          {later.channels.waiting(c.waiting)}
        </Text>
      )}
    </>
  )
}

function Types({ channel: c, onChange }: { channel: Channel; onChange: (types: NotificationType[]) => void }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="sm" pl={32} role="group" aria-label={later.channels.types}>
      {notificationTypes.map((t) => (
        <Switch
          key={t}
          size="sm"
          label={text.inbox.types[t]}
          checked={c.types.includes(t)}
          onChange={(e) => onChange(notificationTypes.filter((x) => (x === t ? e.currentTarget.checked : c.types.includes(x))))}
        />
      ))}
    </SimpleGrid>
  )
}
