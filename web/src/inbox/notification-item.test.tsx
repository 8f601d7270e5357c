import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '~/api/models'
import { accountKey } from '~/session/account'
import { session } from '~/session/session'
import { account, json, serve, show } from '~/testing'
import { addressOf, NotificationItem } from './notification-item'

const lamp: Notification = {
  id: 'n1', type: 'GHOSTED_ALERT', title: 'Polish the lamp', message: 'Keeper at Foo Widgets', read: false,
  createdAt: '2026-03-02T09:00:00Z', applicationId: null, reminderId: null,
}

it.each([
  ['CUSTOM_REMINDER', 'a1', '/tracker/a1'],
  ['GHOSTED_ALERT', null, null],
  ['SECURITY_RECOMMENDATION', null, '/settings/security'],
])('a notice of type %s leads to its subject', (type, applicationId, want) => {
  expect(addressOf({ type, applicationId } as Notification)).toBe(want)
})

it('can be marked as unread once it is read', () => {
  serve(() => json({}))
  show(<NotificationItem notification={{ ...lamp, read: true }} />)
  expect(screen.getByRole('button', { name: 'Mark “Polish the lamp” as unread' })).toBeInTheDocument()
})

describe('the advice to turn two-factor on', () => {
  const advice = {
    id: 'n1', type: 'SECURITY_RECOMMENDATION', title: 'Protect your account', message: 'Turn it on.', read: false,
    createdAt: '2026-03-02T09:00:00Z', applicationId: null,
  } as Notification
  beforeEach(() => session.begin('token', 3600))

  it('says when it has been followed', async () => {
    serve(() => json({ ...account, twoFactorEnabled: true }))
    show(<NotificationItem notification={advice} />)
    expect(await screen.findByText('Done: two-factor authentication is on.')).toBeInTheDocument()
    expect(screen.getByText('Turn it on.')).toBeInTheDocument()
  })

  it('stays as it is until then', () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
    client.setQueryData(accountKey, account)
    show(<NotificationItem notification={advice} />, '/', client)
    expect(screen.getByText('Turn it on.')).toBeInTheDocument()
    expect(screen.queryByText(/^Done/)).toBeNull()
  })
})
