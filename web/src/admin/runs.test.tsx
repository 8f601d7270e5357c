import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { TriggerRecord } from '~/api/models'
import { formatInstant } from '~/format/date'
import { json, serve, show } from '~/testing'
import { RunHistory } from './run-history'
import { LastRun, Scheduled } from './runs'

it('says whether a scheduled run is in progress and when the last one was', () => {
  const hourAgo = new Date(Date.now() - 3600_000).toISOString()
  show(<Scheduled pass={{ running: true, lastRunAt: hourAgo, lastSuccessAt: null }} />)
  expect(screen.getByText(/is in progress/)).toBeInTheDocument()
  show(<Scheduled pass={{ running: false, lastRunAt: hourAgo, lastSuccessAt: null }} />)
  expect(screen.getByText(/Last scheduled run .*, no success yet/)).toBeInTheDocument()
  show(<Scheduled pass={{ running: false, lastRunAt: null, lastSuccessAt: null }} />)
  expect(screen.getByText('No scheduled run yet.')).toBeInTheDocument()
})

it('says why scheduled runs may be missing from an empty list', async () => {
  serve(() => json({ content: [], page: 0, size: 10, totalElements: 0, totalPages: 0 }))
  show(<RunHistory />)
  expect(await screen.findByText('No runs to show. Scheduled runs that find nothing to do are not listed.')).toBeInTheDocument()
  fireEvent.click(screen.getByRole('radio', { name: 'Requested' }))
  expect(await screen.findByText('No runs to show.')).toBeInTheDocument()
})

describe('a crawl that did not read every board', () => {
  const until = '2026-11-18T14:05:00Z'
  const run = (boards: { read: number; failed: number; waiting: number; waitingUntil: string | null }): TriggerRecord => ({
    id: '1', kind: 'crawl', status: 'succeeded', requestedBy: null, requestedAt: '2026-11-18T13:55:00Z', startedAt: '2026-11-18T13:55:00Z',
    finishedAt: '2026-11-18T13:55:04Z', resultSummary: '8 boards, 250 postings seen', errorReason: null,
    progress: { done: boards.read + boards.failed, total: boards.read + boards.failed, note: null, boards },
  })
  const badge = (label: string) => screen.getByText(label).closest('.mantine-Badge-root')?.getAttribute('style')

  it('warns of boards that failed', () => {
    show(<LastRun run={run({ read: 7, failed: 1, waiting: 0, waitingUntil: null })} />)
    expect(badge('Succeeded, 1 board failed')).toContain('amber')
    expect(screen.getByText(/7 boards read · 1 failed/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Show failing boards' })).toHaveAttribute('href', '/admin?tab=boards&health=failing')
  })

  it('says how many wait after failures and until when', () => {
    const { unmount } = show(<LastRun run={run({ read: 8, failed: 0, waiting: 1, waitingUntil: until })} />)
    const one = `8 boards read · 1 left out after earlier failures until ${formatInstant(until)}`
    expect(screen.getByText((words) => words.startsWith(one))).toBeInTheDocument()
    expect(screen.getByText('Succeeded')).toBeInTheDocument()
    unmount()
    show(<LastRun run={run({ read: 1, failed: 2, waiting: 3, waitingUntil: until })} />)
    const more = `1 board read · 2 failed · 3 left out after earlier failures, the first until ${formatInstant(until)}`
    expect(screen.getByText((words) => words.startsWith(more))).toBeInTheDocument()
  })

  it('is told from one that did in the list, and says no more of that one', async () => {
    const content = [
      run({ read: 7, failed: 1, waiting: 0, waitingUntil: null }),
      { ...run({ read: 8, failed: 0, waiting: 0, waitingUntil: null }), id: '2' },
    ]
    serve(() => json({ content, page: 0, size: 10, totalElements: 2, totalPages: 1 }))
    show(<RunHistory />)
    expect(await screen.findByText('7 boards read · 1 failed')).toBeInTheDocument()
    expect(badge('Succeeded, 1 board failed')).toContain('amber')
    expect(badge('Succeeded')).toContain('pine')
    expect(screen.queryByText(/8 boards read/)).not.toBeInTheDocument()
  })
})
