import { Notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Notification, Reminder } from '~/api/models'
import { session } from '~/session/session'
import { json, serve, show } from '~/testing'
import Reminders from './reminders'

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const lamp: Notification = {
  id: 'n1', type: 'CUSTOM_REMINDER', title: 'Polish the lamp', message: 'Keeper at Foo Widgets', read: false, createdAt: ago(0.01),
  applicationId: 'a1', reminderId: 'r1',
}
const fired: Reminder = {
  id: 'r1', applicationId: 'a1', title: 'Polish the lamp', note: null, triggerAtUtc: ago(0.01), channels: ['IN_APP'], stage: null,
  repeat: null, status: 'FIRED', createdAt: ago(1), updatedAt: ago(0.01), firedAtUtc: ago(0.01), channelsFired: ['IN_APP'],
}

const copy = { ...fired, id: 'r2', status: 'SCHEDULED', triggerAtUtc: '2031-03-04T10:00:00Z' }

/** answering serves the unread notifications, which are read once they are marked, and answers a snooze. */
function answering(unread: Notification[], snoozed = () => json(copy)) {
  let left = unread
  return serve((request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/notifications') return json({ content: left, page: 0, size: 100, totalElements: left.length, totalPages: 1 })
    if (pathname.endsWith('/read')) {
      left = request.method === 'DELETE' ? unread : left.filter((n) => !pathname.includes(n.id))
      return new Response(null, { status: 204 })
    }
    if (pathname.endsWith('/snooze')) return snoozed()
    if (pathname === '/notifications/custom-reminders') return json({ items: searchParams.get('includeFired') === 'true' ? [fired] : [] })
    return json({ items: [], content: [] })
  })
}

beforeEach(() => session.begin('token', 3600))

it('lists at the top what has come within a week and was not read', async () => {
  answering([
    lamp,
    { ...lamp, id: 'n2', reminderId: 'r0', title: 'Long ago', createdAt: ago(8) },
    { ...lamp, id: 'n3', reminderId: null, type: 'JOB_ALERT', title: 'New jobs' },
  ])
  show(<Reminders />)
  expect(await screen.findByRole('region', { name: 'Due' })).toHaveTextContent('Polish the lamp')
  for (const other of ['Long ago', 'New jobs', 'No reminders']) expect(screen.queryByText(other)).toBeNull()

  // With the past ones it is not there twice.
  fireEvent.click(screen.getByLabelText('Show past reminders'))
  await waitFor(() => expect(screen.queryAllByText('Polish the lamp')).toHaveLength(1))
})

async function snooze() {
  show(
    <>
      <Notifications />
      <Reminders />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Remind me again: Polish the lamp' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /In one hour/ }))
}

it('says when a reminder that has come was snoozed, and offers to undo it', async () => {
  const requests = answering([lamp])
  await snooze()
  expect(await screen.findByText(/You will be reminded again on/)).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Due' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(requests.some((r) => r.method === 'DELETE' && r.url.endsWith('/custom-reminders/r2'))).toBe(true))
  expect(await screen.findByRole('region', { name: 'Due' })).toHaveTextContent('Polish the lamp')
})

it('keeps a reminder that could not be snoozed', async () => {
  const requests = answering([lamp], () => json({ error: 'Limit Reached', message: 'You have too many reminders.' }, 409))
  await snooze()
  expect(await screen.findByText('You have too many reminders.')).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Due' })).toHaveTextContent('Polish the lamp')
  expect(requests.some((r) => r.url.endsWith('/read'))).toBe(false)
})

it('goes to the next reminder that has come when one is marked as read, and then to the page', async () => {
  answering([lamp, { ...lamp, id: 'n2', reminderId: 'r0', title: 'Trim the wick' }])
  show(
    <main id="main" tabIndex={-1}>
      <Reminders />
    </main>,
  )
  const read = async (title: string) => {
    const button = await screen.findByRole('button', { name: `Mark “${title}” as read` })
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(button).not.toBeInTheDocument())
  }
  await read('Polish the lamp')
  expect(screen.getByRole('link', { name: 'Trim the wick' })).toHaveFocus()
  await read('Trim the wick')
  expect(screen.getByRole('main')).toHaveFocus()
})

it('shows a reminder again that could not be cancelled, also before the list is read anew', async () => {
  let lists = 0
  serve((request) => {
    if (request.method === 'DELETE') return json({ error: 'Conflict', message: 'Not now.' }, 409)
    if (new URL(request.url).pathname !== '/notifications/custom-reminders') return json({ items: [], content: [] })
    return lists++ === 0 ? json({ items: [copy] }) : new Promise<Response>(() => undefined)
  })
  show(<Reminders />)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel reminder Polish the lamp' }))
  await waitFor(() => expect(lists).toBe(2))
  expect(await screen.findByText('Polish the lamp')).toBeInTheDocument()
})
