import { Card, Title } from '@mantine/core'
import type { Notification } from '~/api/models'
import { NotificationItem } from '~/inbox/notification-item'
import { useNotifications } from '~/inbox/notifications'
import { text } from '~/text'

const MOST = 100 // notifications in one answer
const RECENT = 7 * 24 * 3_600_000

/** useDue returns the reminders of the last seven days that have come and were neither read nor snoozed, which marks them as read. */
export function useDue(): Notification[] {
  const { data } = useNotifications('unread', 0, MOST)
  return (data?.content ?? []).filter(
    (n) =>
      !n.read &&
      (n.type === 'CUSTOM_REMINDER' || n.type === 'INTERVIEW_REMINDER') &&
      Date.now() - Date.parse(n.createdAt) < RECENT,
  )
}

/** Due lists reminders that have come. */
export function Due({ notifications }: { notifications: Notification[] }) {
  if (notifications.length === 0) return null
  return (
    <section aria-labelledby="due">
      <Title order={2} fz="h3" mb="xs" id="due">
        {text.reminders.due}
      </Title>
      <Card padding={0} mb="lg">
        {notifications.map((n) => (
          <NotificationItem key={n.id} notification={n} unreadOnly />
        ))}
      </Card>
    </section>
  )
}
