import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ApplicationDetails, Notification } from '~/api/models'
import { NotificationItem } from '~/inbox/notification-item'
import { session } from '~/session/session'
import { Toasts } from '~/shell/toast'
import { theme } from '~/theme/theme'
import { Ghosted } from './ghosted'

const details = (status: ApplicationDetails['status']): ApplicationDetails => ({
  id: '11111111-1111-4111-8111-111111111111', jobPostId: null, status, appliedAt: null, endedAt: null, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z', lastActivityAt: '2026-01-01T00:00:00Z',
  job: { title: 'Pilot', company: 'Keel', companyLogoUrl: null, location: null, url: null }, notes: null, nextStep: null, contact: null, portalUrl: null, jobDescription: null,
  timeline: [{ status: 'APPLIED', occurredAt: '2026-01-01T00:00:00Z' }, { status: 'SCREENING', occurredAt: '2026-01-02T00:00:00Z' }, { status: 'GHOSTED', occurredAt: '2026-02-02T00:00:00Z' }],
})

const fetched = vi.fn(async (request: Request) => {
  void request
  return new Response(JSON.stringify(details('SCREENING')), { status: 200, headers: { 'Content-Type': 'application/json' } })
})

const reopened = () => fetched.mock.calls.filter(([r]) => r.method === 'POST').map(([r]) => new URL(r.url).pathname)

function show(element: React.ReactNode, at = '/') {
  vi.stubGlobal('fetch', fetched)
  session.begin('t', 3600)
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Toasts />
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="*" element={element} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

afterEach(() => {
  session.end('left')
  fetched.mockClear()
  vi.unstubAllGlobals()
})

const path = '/applications/11111111-1111-4111-8111-111111111111/reopen'

describe('a ghosted application', () => {
  it('goes back to where it was with one tap', async () => {
    show(<Ghosted application={details('GHOSTED')} />)
    await userEvent.click(screen.getByRole('button', { name: 'Undo: back to Screening' }))
    await waitFor(() => expect(reopened()).toEqual([path]))
    expect(await screen.findByText('“Pilot” moved to Screening.')).toBeInTheDocument()
  })

  it('goes back at once when the link of the mail was followed', async () => {
    show(<Ghosted application={details('GHOSTED')} />, '/tracker/1?undo=ghosted')
    await waitFor(() => expect(reopened()).toEqual([path]))
  })

  it('is left alone when it is not ghosted', () => {
    show(<Ghosted application={details('SCREENING')} />, '/tracker/1?undo=ghosted')
    expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
    expect(reopened()).toEqual([])
  })

  it('is brought back from its notice', async () => {
    const notice: Notification = { id: 'n', type: 'GHOSTED_ALERT', title: 'No answer from Keel', message: 'm', read: true, createdAt: '2026-02-02T00:00:00Z', applicationId: '11111111-1111-4111-8111-111111111111' }
    show(<NotificationItem notification={notice} />)
    await userEvent.click(screen.getByRole('button', { name: 'Undo “No answer from Keel”' }))
    await waitFor(() => expect(reopened()).toEqual([path]))
  })
})
