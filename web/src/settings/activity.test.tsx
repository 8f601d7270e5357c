import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Activity } from '~/api/models'
import { formatInstant } from '~/format/date'
import { ActivityList } from './activity'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0'
const failed: Activity = { id: 9, at: '2026-03-02T09:16:00Z', kind: 'login.failed', actor: 'anonymous', address: '203.0.113.7', userAgent: firefox, count: 3 }

function show(...pages: { items: Activity[]; next: number | null }[]) {
  const asked: string[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (request: Request) => {
      asked.push(new URL(request.url).search)
      return new Response(JSON.stringify(pages[Math.min(asked.length, pages.length) - 1]), { headers: { 'Content-Type': 'application/json' } })
    }),
  )
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ActivityList />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return asked
}

afterEach(() => vi.unstubAllGlobals())

it('says what happened in sentences, with time, device and address', async () => {
  show({
    items: [failed, { ...failed, id: 8, kind: 'password.reset', actor: 'operator', address: null, userAgent: null, count: 1 }, { ...failed, id: 7, kind: 'never.heard_of', count: 1 }],
    next: null,
  })
  expect(await screen.findByText('3 failed tries to sign in.')).toBeInTheDocument()
  expect(screen.getAllByText(`${formatInstant(failed.at)} · Firefox on Linux · 203.0.113.7`)).toHaveLength(2)
  expect(screen.getByText('Your password was reset.')).toBeInTheDocument()
  expect(screen.getByText(`${formatInstant(failed.at)} · by whoever runs this installation`)).toBeInTheDocument()
  expect(screen.getByText('Something about the security of your account was changed.')).toBeInTheDocument()
  expect(screen.queryByText(/never\.heard_of/)).not.toBeInTheDocument()
})

it('goes on where the last page ended', async () => {
  const asked = show({ items: [failed], next: 9 }, { items: [{ ...failed, id: 3, kind: 'login.succeeded', count: 1 }], next: null })
  await userEvent.click(await screen.findByRole('button', { name: 'Show older activity' }))
  expect(await screen.findByText('You signed in.')).toBeInTheDocument()
  expect(asked[1]).toContain('before=9')
  expect(screen.queryByRole('button', { name: 'Show older activity' })).not.toBeInTheDocument()
})
