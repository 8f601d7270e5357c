import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Activity } from '~/api/models'
import { formatInstant } from '~/format/date'
import { json, serve, show } from '~/testing'
import { ActivityList } from './activity'

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0'
const failed: Activity = {
  id: 9, at: '2026-03-02T09:16:00Z', kind: 'login.failed', actor: 'anonymous', address: '203.0.113.7', userAgent, count: 3,
}

it('describes events in sentences, with time, device and address', async () => {
  const reset: Activity = { ...failed, id: 8, kind: 'password.reset', actor: 'operator', address: null, userAgent: null, count: 1 }
  serve([json({ items: [failed, reset, { ...failed, id: 7, kind: 'never.heard_of', count: 1 }], next: null })])
  show(<ActivityList />)
  expect(await screen.findByText('3 sign-in attempts failed.')).toBeInTheDocument()
  expect(screen.getAllByText(`${formatInstant(failed.at)} · Firefox on Linux · 203.0.113.7`)).toHaveLength(2)
  expect(screen.getByText('Your password was reset.')).toBeInTheDocument()
  expect(screen.getByText(`${formatInstant(failed.at)} · by the operator of this site`)).toBeInTheDocument()
  expect(screen.getByText('Your account’s security settings were changed.')).toBeInTheDocument()
  expect(screen.queryByText(/never\.heard_of/)).not.toBeInTheDocument()
})

it('continues after the last page', async () => {
  const older: Activity = { ...failed, id: 3, kind: 'login.succeeded', count: 1 }
  const requests = serve([json({ items: [failed], next: 9 }), json({ items: [older], next: null })])
  show(<ActivityList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show older activity' }))
  expect(await screen.findByText('You signed in.')).toBeInTheDocument()
  expect(requests[1]!.url).toContain('before=9')
  expect(screen.queryByRole('button', { name: 'Show older activity' })).not.toBeInTheDocument()
})
