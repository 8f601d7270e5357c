import { Anchor, Button, Card, Group, SegmentedControl } from '@mantine/core'
import { IconChecks, IconInbox } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { readStatuses } from '~/api/enums'
import { Page } from '~/shell/page'
import { Pager } from '~/shell/pager'
import { Empty, QueryState } from '~/shell/states'
import { text } from '~/text'
import { NotificationItem } from './notification-item'
import { useMarkAllRead, useNotifications, useUnreadCount } from './notifications'

/** Inbox lists all notifications. */
export default function Inbox() {
  const [params, setParams] = useSearchParams()
  const status = readStatuses.find((f) => f === params.get('show')) ?? 'all'
  const page = Math.max(Number.parseInt(params.get('page') ?? '1', 10) || 1, 1)
  const list = useNotifications(status, page - 1)
  const { data: unread = 0 } = useUnreadCount()
  const markAll = useMarkAllRead()
  const go = (show: string, p: number) => setParams({ ...(show === 'all' ? {} : { show }), ...(p > 1 ? { page: String(p) } : {}) })
  const items = list.data?.content ?? []
  return (
    <Page
      title={text.inbox.title}
      lead={text.inbox.lead}
      narrow
      actions={
        <Button variant="default" leftSection={<IconChecks size={17} />} disabled={unread === 0} onClick={() => markAll.mutate()}>
          {text.inbox.markAll}
        </Button>
      }
    >
      <Group mb="md" justify="space-between">
        <SegmentedControl
          value={status}
          onChange={(v) => go(v, 1)}
          data={readStatuses.map((f) => ({ value: f, label: text.inbox.filters[f] }))}
          aria-label={text.inbox.show}
        />
        <Anchor component={Link} to="/alerts" size="sm">
          {text.alerts.title}
        </Anchor>
      </Group>
      <QueryState query={list} lines={4} />
      {list.isSuccess && items.length === 0 && (
        <Empty
          icon={IconInbox}
          title={status === 'unread' ? text.inbox.allRead : text.inbox.empty}
          action={
            status === 'all' && (
              <Button component={Link} to="/settings" variant="light">
                {text.inbox.toPreferences}
              </Button>
            )
          }
        >
          {status === 'all' && text.inbox.emptyHint}
        </Empty>
      )}
      {items.length > 0 && (
        <Card padding={0}>
          {items.map((n) => (
            <NotificationItem key={n.id} notification={n} unreadOnly={status === 'unread'} />
          ))}
        </Card>
      )}
      <Pager pages={list.data?.totalPages} page={page} onChange={(p) => go(status, p)} />
    </Page>
  )
}
