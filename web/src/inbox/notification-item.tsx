import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import {
  type Icon, IconArrowBackUp, IconBellRinging, IconBellSearch, IconCalendarEvent, IconCheck, IconGhost2, IconMail,
  IconPlugConnectedX, IconShieldLock, IconTrash,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Notification, NotificationType } from '~/api/models'
import { formatAgo, formatInstant } from '~/format/date'
import { useSnooze, useSnoozeStep } from '~/reminders/queries'
import { SnoozeMenu } from '~/reminders/snooze-menu'
import { useAccount } from '~/session/account'
import { focusPast } from '~/shell/focus'
import { text } from '~/text'
import { useReopen } from '~/tracker/queries'
import classes from './inbox.module.css'
import { useDelete, useMarkRead, useMarkUnread } from './notifications'

const icons: Record<NotificationType, Icon> = {
  INTERVIEW_REMINDER: IconCalendarEvent, GHOSTED_ALERT: IconGhost2, CUSTOM_REMINDER: IconBellRinging,
  SECURITY_RECOMMENDATION: IconShieldLock, JOB_ALERT: IconBellSearch, CHANNEL_OFF: IconPlugConnectedX,
}

/** addressOf returns the page that a notification is about. */
export function addressOf(n: Notification): string | null {
  if (n.type === 'SECURITY_RECOMMENDATION') return '/settings/security'
  if (n.type === 'CHANNEL_OFF') return '/settings/channels'
  if (n.type === 'JOB_ALERT') return `/alerts?alert=${n.id}`
  return n.applicationId ? `/tracker/${n.applicationId}` : null
}

interface Props {
  notification: Notification
  compact?: boolean
  /** Whether its list has unread ones only. */
  unreadOnly?: boolean
  onOpen?: () => void
}

export function NotificationItem({ notification: n, compact, unreadOnly, onOpen }: Props) {
  const mark = useMarkRead()
  const unmark = useMarkUnread()
  const remove = useDelete()
  const item = useRef<HTMLDivElement>(null)
  const leave = () => focusPast(item.current, '[data-notification]')
  const settle = () => unreadOnly && leave()
  const Emblem = icons[n.type] ?? IconBellRinging
  const to = addressOf(n)
  const open = () => {
    if (!n.read) mark.mutate(n)
    onOpen?.()
  }
  const title = (
    <Text size="sm" fw={n.read ? 500 : 650} component="span">
      {n.title}
    </Text>
  )
  return (
    <div ref={item} className={classes.item} data-unread={!n.read || undefined} data-notification={n.type}>
      <div className={classes.icon}>
        <Emblem size={18} stroke={1.7} aria-hidden />
      </div>
      <div style={{ flex: 1, minWidth: 0 }}>
        {!n.read && <span className="sr-only">{text.inbox.unread}: </span>}
        {to ? (
          <Link to={to} onClick={open} className={classes.link}>
            {title}
          </Link>
        ) : (
          title
        )}
        <Text size="sm" c="dimmed" lineClamp={compact ? 2 : undefined} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {n.message}
        </Text>
        {n.type === 'SECURITY_RECOMMENDATION' && <Followed />}
        <Text size="xs" c="dimmed" mt={2} title={formatInstant(n.createdAt)}>
          {text.inbox.types[n.type]} · {formatAgo(n.createdAt)}
        </Text>
      </div>
      <Group gap={2} wrap="nowrap" align="flex-start" className={classes.actions}>
        {n.reminderId && <Snooze notification={n} reminder={n.reminderId} onSettled={settle} inPopover={compact} />}
        {n.type === 'INTERVIEW_REMINDER' && n.applicationId && (
          <SnoozeStep notification={n} application={n.applicationId} onSettled={settle} inPopover={compact} />
        )}
        {n.type === 'GHOSTED_ALERT' && n.applicationId && <Undo notification={n} application={n.applicationId} />}
        {/* One button, so that it keeps the focus. */}
        {(!n.read || !compact) && (
          <Tooltip label={n.read ? text.inbox.markUnread : text.inbox.markRead}>
            <ActionIcon
              aria-label={n.read ? text.inbox.unmarkOne(n.title) : text.inbox.markOne(n.title)}
              onClick={() => {
                if (n.read) return unmark.mutate(n)
                settle()
                mark.mutate(n)
              }}
            >
              {n.read ? <IconMail size={17} /> : <IconCheck size={17} />}
            </ActionIcon>
          </Tooltip>
        )}
        {!compact && (
          <Tooltip label={text.remove}>
            <ActionIcon
              aria-label={text.inbox.deleteOne(n.title)}
              onClick={() => {
                leave()
                remove(n)
              }}
            >
              <IconTrash size={17} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </div>
  )
}

/** Followed says that the advice of a notification has been followed. */
function Followed() {
  const { data: account } = useAccount()
  if (!account?.twoFactorEnabled) return null
  return (
    <Text size="sm" mt={2} c="var(--accent)">
      <IconCheck size={14} style={{ verticalAlign: '-2px' }} aria-hidden /> {text.inbox.twoFactorOn}
    </Text>
  )
}

/** useSettled marks a notification that was unread: read once it is settled, and unread again if the user takes that back. */
function useSettled(n: Notification) {
  const mark = useMarkRead()
  const unmark = useMarkUnread()
  return { read: () => !n.read && mark.mutate(n), unread: () => !n.read && unmark.mutate(n) }
}

interface SnoozeProps {
  notification: Notification
  /** Called before the notification is marked as read. */
  onSettled: () => void
  inPopover?: boolean
}

/** Snooze has the reminder of a notification come again. */
function Snooze({ notification: n, reminder, onSettled, inPopover }: SnoozeProps & { reminder: string }) {
  const snooze = useSnooze()
  const { read, unread } = useSettled(n)
  const again = async (at: string) => {
    if (!(await snooze({ id: reminder, at, undone: unread }))) return
    onSettled()
    read()
  }
  return <SnoozeMenu title={n.title} onSnooze={(at) => void again(at)} inPopover={inPopover} />
}

/** SnoozeStep reminds of a next step once more. */
function SnoozeStep({ notification: n, application, onSettled, inPopover }: SnoozeProps & { application: string }) {
  const snooze = useSnoozeStep()
  const { read, unread } = useSettled(n)
  const again = async (at: string) => {
    if (!(await snooze(application, n.title, at, unread))) return
    onSettled()
    read()
  }
  return <SnoozeMenu title={n.title} onSnooze={(at) => void again(at)} soon inPopover={inPopover} />
}

/** Undo reopens a ghosted application from the list. */
function Undo({ notification: n, application }: { notification: Notification; application: string }) {
  const reopen = useReopen()
  const mark = useMarkRead()
  return (
    <Tooltip label={text.inbox.undoGhosted}>
      <ActionIcon
        aria-label={text.inbox.undoOne(n.title)}
        loading={reopen.isPending}
        onClick={() => reopen.mutate(application, { onSuccess: () => !n.read && mark.mutate(n) })}
      >
        <IconArrowBackUp size={17} />
      </ActionIcon>
    </Tooltip>
  )
}
