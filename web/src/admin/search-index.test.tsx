import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { IndexStatus } from '~/api/models'
import { json, serve, show } from '~/testing'
import { SearchIndex } from './search-index'

const now = new Date().toISOString()
const ready: IndexStatus = {
  ready: true, loaded: 120_431, total: 120_431, open: 118_002, closed: 2429, parts: 4, bytes: 61_203_456, bytesPerPosting: 508,
  appliedAt: now, snapshotAt: null, comparedAt: now, comparison: 'equal',
}

it('shows the size of the index and when it was last updated, saved and checked', async () => {
  serve(() => json(ready))
  show(<SearchIndex />)
  expect(await screen.findByText('Ready')).toBeInTheDocument()
  for (const value of ['118,002', '2,429', '61 MB', '508 bytes', 'now', 'Never', 'now: equal']) {
    expect(screen.getByText(value)).toBeInTheDocument()
  }
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
})

it('follows the loading until the index is ready', async () => {
  serve([json({ ...ready, ready: false, loaded: 30_000, total: 120_000 }), json(ready)])
  show(<SearchIndex />)
  expect(await screen.findByText('30,000 of 120,000')).toBeInTheDocument()
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  expect(await screen.findByText('Ready')).toBeInTheDocument()
})
