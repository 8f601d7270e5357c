import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '~/api/models'
import { session } from '~/session/session'
import { account, json, serve, show } from '~/testing'
import { addressOf, NotificationItem } from './notification-item'

it.each([
  ['CUSTOM_REMINDER', 'a1', '/tracker/a1'],
  ['GHOSTED_ALERT', null, null],
  ['SECURITY_RECOMMENDATION', null, '/settings/security'],
])('a notice of type %s leads to its subject', (type, applicationId, want) => {
  expect(addressOf({ type, applicationId } as Notification)).toBe(want)
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

  it('stays as it is until then', async () => {
    const requests = serve(() => json(account))
    show(<NotificationItem notification={advice} />)
    await expect.poll(() => requests.length).toBe(1)
    expect(screen.queryByText(/^Done/)).toBeNull()
  })
})
