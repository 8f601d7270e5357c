import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { IndexStatus } from '~/api/models'
import { SearchIndex } from './search-index'

const ready: IndexStatus = {
  ready: true, loaded: 120_431, total: 120_431, open: 118_002, closed: 2429, parts: 4, bytes: 61_203_456, bytesPerPosting: 508,
  appliedAt: new Date().toISOString(), snapshotAt: null, comparedAt: new Date().toISOString(), comparison: 'equal',
}

function show(...answers: IndexStatus[]) {
  let n = 0
  vi.stubGlobal('fetch', vi.fn(async () => new Response(JSON.stringify(answers[Math.min(n++, answers.length - 1)]), { headers: { 'Content-Type': 'application/json' } })))
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SearchIndex />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

afterEach(() => vi.unstubAllGlobals())

it('tells the size of the index and when it was last applied, saved and compared', async () => {
  show(ready)
  expect(await screen.findByText('Ready', {}, { timeout: 4000 })).toBeInTheDocument()
  for (const value of ['118,002', '2,429', '61 MB', '508 bytes', 'now', 'Never', 'now: equal']) expect(screen.getByText(value)).toBeInTheDocument()
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
})

it('follows the load until it is ready', async () => {
  show({ ...ready, ready: false, loaded: 30_000, total: 120_000 }, ready)
  expect(await screen.findByText('30,000 of 120,000', {}, { timeout: 4000 })).toBeInTheDocument()
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  expect(await screen.findByText('Ready', {}, { timeout: 4000 })).toBeInTheDocument()
})
