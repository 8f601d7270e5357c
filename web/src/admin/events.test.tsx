import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { SecurityEvent } from '~/api/models'
import { json, serve, show } from '~/testing'
import { dayStart, Events } from './events'

const failed: SecurityEvent = {
  id: 9, at: '2026-03-02T09:16:00Z', kind: 'login.failed', actor: 'anonymous', accountId: '1', accountEmail: 'mira@example.org',
  address: '203.0.113.7', userAgent: null, requestId: 'r', detail: { count: '3' },
}

it('filters by source, day and account, and asks each service for its own', async () => {
  const requests = serve(() => json({ items: [failed], next: null }))
  const last = () => new URL(requests.at(-1)!.url)
  show(<Events />)
  expect(await screen.findByText('Sign-in failed')).toHaveAttribute('title', 'login.failed')
  for (const part of ['mira@example.org', '203.0.113.7', 'Not signed in', 'count: 3']) expect(screen.getByText(part)).toBeInTheDocument()
  expect(last().pathname).toBe('/auth/admin/events')

  fireEvent.change(screen.getByLabelText('Account email'), { target: { value: 'mira@example.org' } })
  await waitFor(() => expect(last().searchParams.get('account')).toBe('mira@example.org'))
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-02' } })
  await waitFor(() => expect(last().searchParams.get('to')).toBe(new Date(2026, 2, 3).toISOString()))

  await userEvent.click(screen.getByText('Platform'))
  await waitFor(() => expect(last().pathname).toBe('/jobs/admin/events'))
  expect(last().searchParams.has('account')).toBe(false)
})

it('starts a day at midnight in the user’s time zone', () => {
  expect(dayStart('2026-03-02')).toBe(new Date(2026, 2, 2).toISOString())
  expect(dayStart('2026-03-02', 1)).toBe(new Date(2026, 2, 3).toISOString())
  expect(dayStart('')).toBeUndefined()
})

it('describes an event in words', async () => {
  const detail = { sessions_ended: '2', device: 'known', reason: 'limit', not_known_yet: 'as_it_is' }
  serve(() => json({ items: [{ ...failed, detail }], next: null }))
  show(<Events />)
  const words = 'sessions ended: 2, device: known, reason: too many sessions, not known yet: as_it_is'
  expect(await screen.findByText(words)).toBeInTheDocument()
})
