import { Button, Group, Text } from '@mantine/core'
import type { NotificationData } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { explain } from '~/api/error'
import { text } from '~/text'

const UNDO_TIME = 12_000 // enough for somebody who is slow to read, or has to reach the button by keyboard

const list = () => import('./toast-list')

const ToastList = lazy(list)

/**
 * Toasts shows short messages. Its list is fetched right after the first page, not when it is needed: "the server cannot be
 * reached" must not have to be fetched from the server.
 */
export function Toasts() {
  return (
    <Suspense>
      <ToastList />
    </Suspense>
  )
}

function show({ id = crypto.randomUUID(), ...data }: NotificationData): string {
  void list().then(({ notifications }) => notifications.show({ id, withBorder: true, ...data }))
  return id
}

const hide = (id: string) => void list().then(({ notifications }) => notifications.hide(id))

/** said confirms an action. */
export function said(message: string) {
  show({ message, color: 'pine', icon: <IconCheck size={16} /> })
}

/** failed shows an error. One that is shown already is not shown again. */
export function failed(error: unknown) {
  const message = explain(error)
  show({ id: message, title: text.errors.title, message, color: 'rose', icon: <IconAlertTriangle size={16} />, autoClose: 8000 })
}

type Holder = 'pointer' | 'focus'

/**
 * A Countdown acts once a time has passed in which the page was in front and neither the pointer nor the focus held it. So an
 * offer to undo does not run out behind another tab or while somebody is about to take it.
 */
class Countdown {
  private since = 0
  private over = false
  private readonly holders = new Set<Holder>()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private left: number,
    private readonly act: () => void,
  ) {}

  start() {
    document.addEventListener('visibilitychange', this.watch)
    this.watch()
  }

  hold(holder: Holder) {
    this.holders.add(holder)
    this.watch()
  }

  release(holder: Holder) {
    this.holders.delete(holder)
    this.watch()
  }

  /** finish acts now, unless the countdown is over. */
  finish() {
    if (this.over) return
    this.stop()
    this.act()
  }

  stop() {
    this.over = true
    clearTimeout(this.timer)
    document.removeEventListener('visibilitychange', this.watch)
  }

  private readonly watch = () => {
    if (this.over) return // the pointer may leave a toast that is on its way out
    if (this.since) this.left -= Date.now() - this.since
    clearTimeout(this.timer)
    const runs = !document.hidden && this.holders.size === 0
    this.since = runs ? Date.now() : 0
    if (runs) this.timer = setTimeout(() => this.finish(), Math.max(this.left, 0))
  }
}

/** undoable confirms an action and offers to undo it for a while. */
export function undoable(message: string, undo: () => void): string {
  return offer(message, undo).id
}

function offer(message: string, undo: () => void, end = () => undefined as void) {
  const countdown = new Countdown(UNDO_TIME, () => {
    hide(id)
    end()
  })
  const id = show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            countdown.stop()
            hide(id)
            undo()
          }}
        >
          {text.undo}
        </Button>
      </Group>
    ),
    color: 'pine',
    autoClose: false,
    onOpen: () => countdown.start(), // not before: a fourth toast waits until one of three has gone
    onClose: () => countdown.finish(),
    onMouseEnter: () => countdown.hold('pointer'),
    onMouseLeave: () => countdown.release('pointer'),
    onFocus: () => countdown.hold('focus'),
    onBlur: () => countdown.release('focus'),
  })
  return { id, countdown }
}

/** deferred acts once the chance to undo has passed, or when the page is closed before that. */
export function deferred(message: string, act: () => void, undo: () => void) {
  const finish = () => {
    countdown.stop()
    window.removeEventListener('pagehide', leave)
    act()
  }
  const leave = () => finish()
  const { countdown } = offer(
    message,
    () => {
      window.removeEventListener('pagehide', leave)
      undo()
    },
    finish,
  )
  window.addEventListener('pagehide', leave, { once: true })
}
