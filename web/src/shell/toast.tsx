import '@mantine/notifications/styles.css'
import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { explain } from '~/api/error'
import { text } from '~/text'

const UNDO_TIME = 6000

/**
 * Toasts shows short messages. It is loaded with the app, because "the server cannot be reached" must not have to be fetched
 * from the server.
 */
export function Toasts() {
  return <Notifications position="bottom-center" limit={3} containerWidth={440} />
}

function show(data: NotificationData): string {
  return notifications.show({ withBorder: true, ...data })
}

/** said confirms an action. */
export function said(message: string) {
  show({ message, color: 'pine', icon: <IconCheck size={16} /> })
}

/** failed shows an error. */
export function failed(error: unknown) {
  show({ title: text.errors.title, message: explain(error), color: 'rose', icon: <IconAlertTriangle size={16} />, autoClose: 8000 })
}

/** undoable confirms an action and offers to undo it while the message is shown. */
export function undoable(message: string, undo: () => void): string {
  const id = show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          {text.undo}
        </Button>
      </Group>
    ),
    color: 'pine',
    autoClose: UNDO_TIME,
  })
  return id
}

/** deferred acts once the chance to undo has passed. */
export function deferred(message: string, act: () => void, undo: () => void) {
  let undone = false
  const id = undoable(message, () => {
    undone = true
    undo()
  })
  const timer = setTimeout(finish, UNDO_TIME)
  // Also act when the page is closed before that.
  window.addEventListener('pagehide', finish, { once: true })
  function finish() {
    clearTimeout(timer)
    window.removeEventListener('pagehide', finish)
    notifications.hide(id)
    if (!undone) act()
  }
}
