import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Notification } from '~/api/models'
import { session } from '~/session/session'
import { Toasts } from '~/shell/toast'
import { json, serve, show } from '~/testing'
import Inbox from './inbox'

const lamp: Notification = {
  id: 'n1', type: 'GHOSTED_ALERT', title: 'Polish the lamp', message: 'Keeper at Foo Widgets', read: true,
  createdAt: '2026-03-02T09:00:00Z', applicationId: null, reminderId: null,
}

beforeEach(() => session.begin('token', 3600))

it('keeps a deleted notice out of the list while that can be undone', async () => {
  const list = { content: [lamp], page: 0, size: 20, totalElements: 1, totalPages: 1 }
  serve((r) => json(new URL(r.url).pathname === '/notifications' ? list : { count: 0 }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  show(
    <>
      <Toasts />
      <Inbox />
    </>,
    '/inbox',
    client,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Delete “Polish the lamp”' }))
  await waitFor(() => expect(screen.queryByText('Polish the lamp')).toBeNull())
  await act(() => client.refetchQueries({ queryKey: ['notifications', 'list'] })) // as it is polled
  expect(screen.queryByText('Polish the lamp')).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Polish the lamp')).toBeInTheDocument()
})
