import { ActionIcon, Anchor, Button, Group, Indicator, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatNumber } from '~/format/number'
import { useMarkAllRead, useNotifications, useUnreadCount } from '~/inbox/notifications'
import { NotificationItem } from '~/inbox/notification-item'
import { text } from '~/text'

/** Bell shows how many notices are unread and the newest of them. */
export function Bell() {
  const [opened, { toggle, close }] = useDisclosure()
  const { data: count = 0 } = useUnreadCount()
  return (
    <Popover opened={opened} onChange={(open) => !open && close()} position="bottom-end" width={380} trapFocus returnFocus>
      <Indicator label={count > 99 ? '99+' : formatNumber(count)} disabled={count === 0} size={17} offset={6} color="rose.7" styles={{ indicator: { fontSize: 10, fontWeight: 650, pointerEvents: 'none' } }}>
        <Popover.Target>
          <ActionIcon size="lg" onClick={toggle} aria-label={text.inbox.bell(count)} data-testid="bell">
            <IconBell size={20} stroke={1.7} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={text.inbox.title}>
        {opened && <Latest onLeave={close} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Latest({ onLeave }: { onLeave: () => void }) {
  const { data } = useNotifications('unread', 0, 6)
  const markAll = useMarkAllRead()
  const items = data?.content ?? []
  return (
    <>
      <Group justify="space-between" px="md" py="sm">
        <Text fw={650}>{text.inbox.title}</Text>
        {items.length > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={() => markAll.mutate()}>
            {text.inbox.markAll}
          </Button>
        )}
      </Group>
      <div style={{ maxHeight: 420, overflowY: 'auto' }}>
        {items.length === 0 ? (
          <Text c="dimmed" size="sm" ta="center" px="md" py="xl">
            {text.inbox.allRead}
          </Text>
        ) : (
          <Stack gap={0}>
            {items.map((n) => (
              <NotificationItem key={n.id} notification={n} compact onOpen={onLeave} />
            ))}
          </Stack>
        )}
      </div>
      <Group justify="center" py="xs">
        <Anchor component={Link} to="/inbox" size="sm" onClick={onLeave}>
          {text.inbox.seeAll}
        </Anchor>
      </Group>
    </>
  )
}
