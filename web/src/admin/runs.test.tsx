import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '~/testing'
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
