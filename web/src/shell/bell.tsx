import { Anchor, Button as TextButton, Group, Popover, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useMarkAllRead, useNotifications } from '~/inbox/notifications'
import { NotificationItem } from '~/inbox/notification-item'
import { text } from '~/text'
import { type TargetButton, useOpening } from './on-demand'

/** LatestNotifications shows the newest unread notifications below the bell. */
export default function LatestNotifications({ Button }: { Button: TargetButton }) {
  const { opened, onChange } = useOpening()
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-end" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Button onClick={() => onChange(!opened)} autoFocus />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={text.inbox.title}>
        {opened && <Latest onLeave={() => onChange(false)} />}
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
          <TextButton size="compact-xs" variant="subtle" onClick={() => markAll.mutate()}>
            {text.inbox.markAll}
          </TextButton>
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
