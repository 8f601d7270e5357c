import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { json, serve, show } from '~/testing'
import { RunHistory } from './run-history'
import { Scheduled } from './runs'

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
