import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { SecurityEvent } from '~/api/models'
import { dayStart, Events } from './events'

const failed: SecurityEvent = {
  id: 9, at: '2026-03-02T09:16:00Z', kind: 'login.failed', actor: 'anonymous', accountId: '1', accountEmail: 'mira@example.org', address: '203.0.113.7', userAgent: null, requestId: 'r', detail: { count: '3' },
}

afterEach(() => vi.unstubAllGlobals())

it('filters by source, day and account, and asks each service for its own', async () => {
  const asked: URL[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (request: Request) => {
      asked.push(new URL(request.url))
      return new Response(JSON.stringify({ items: [failed], next: null }), { headers: { 'Content-Type': 'application/json' } })
    }),
  )
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Events />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(await screen.findByText('login.failed')).toBeInTheDocument()
  for (const part of ['mira@example.org', '203.0.113.7', 'Stranger', 'count: 3']) expect(screen.getByText(part)).toBeInTheDocument()
  expect(asked[0]!.pathname).toBe('/auth/admin/events')

  fireEvent.change(screen.getByLabelText('Account address'), { target: { value: 'mira@example.org' } })
  await waitFor(() => expect(asked.at(-1)!.searchParams.get('account')).toBe('mira@example.org'))
  fireEvent.change(screen.getByLabelText('To day'), { target: { value: '2026-03-02' } })
  await waitFor(() => expect(asked.at(-1)!.searchParams.get('to')).toBe(new Date(2026, 2, 3).toISOString()))

  await userEvent.click(screen.getByText('Platform'))
  await waitFor(() => expect(asked.at(-1)!.pathname).toBe('/jobs/admin/events'))
  expect(asked.at(-1)!.searchParams.has('account')).toBe(false)
})

it('takes a day from its beginning where the reader is', () => {
  expect(dayStart('2026-03-02')).toBe(new Date(2026, 2, 2).toISOString())
  expect(dayStart('2026-03-02', 1)).toBe(new Date(2026, 2, 3).toISOString())
  expect(dayStart('')).toBeUndefined()
})
