import '@mantine/notifications/styles.css'
import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { explain } from '~/api/error'
import { text } from '~/text'

const UNDO_TIME = 6000

/**
 * Toasts is where short messages stand. It is part of what starts the app: what says that the server cannot be reached
 * must not have to be fetched from there first.
 */
export function Toasts() {
  return <Notifications position="bottom-center" limit={3} containerWidth={440} />
}

function show(data: NotificationData): string {
  return notifications.show({ withBorder: true, ...data })
}

/** said confirms what was done. */
export function said(message: string) {
  show({ message, color: 'pine', icon: <IconCheck size={16} /> })
}

/** failed says what did not work. */
export function failed(error: unknown) {
  show({ title: text.errors.title, message: explain(error), color: 'rose', icon: <IconAlertTriangle size={16} />, autoClose: 8000 })
}

/** undoable confirms what was done and offers to take it back while the message stands. */
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

/** deferred does something only once the chance to undo it has passed. */
export function deferred(message: string, act: () => void, undo: () => void) {
  let undone = false
  const id = undoable(message, () => {
    undone = true
    undo()
  })
  const timer = setTimeout(finish, UNDO_TIME)
  // A page that is closed in the meantime must not forget what was asked of it.
  window.addEventListener('pagehide', finish, { once: true })
  function finish() {
    clearTimeout(timer)
    window.removeEventListener('pagehide', finish)
    notifications.hide(id)
    if (!undone) act()
  }
}
