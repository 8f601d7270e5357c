import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import type { ApplicationDetails, ApplicationStatus, Notification } from '~/api/models'
import { NotificationItem } from '~/inbox/notification-item'
import { Toasts } from '~/shell/toast'
import { json, serve, show } from '~/testing'
import { Ghosted } from './ghosted'

const id = '11111111-1111-4111-8111-111111111111'
const at = '2026-01-01T00:00:00Z'
const details = (status: ApplicationStatus): ApplicationDetails => ({
  id, jobPostId: null, status, appliedAt: null, endedAt: null, createdAt: at, updatedAt: at, lastActivityAt: at,
  job: { title: 'Pilot', company: 'Keel', companyLogoUrl: null, location: null, url: null },
  notes: null, nextStep: null, contact: null, portalUrl: null, tags: [], archivedAt: null, jobDescription: null, ghosting: true,
  timeline: [
    { position: 1, corrected: false, status: 'APPLIED', occurredAt: at },
    { position: 2, corrected: false, status: 'SCREENING', occurredAt: '2026-01-02T00:00:00Z' },
    { position: 3, corrected: false, status: 'GHOSTED', occurredAt: '2026-02-02T00:00:00Z' },
  ],
})

/** open shows an element and returns a function that lists the applications that were reopened. */
function open(element: ReactNode, address = '/') {
  const requests = serve(() => json(details('SCREENING')))
  show(
    <>
      <Toasts />
      {element}
    </>,
    address,
  )
  return () => requests.filter((r) => r.method === 'POST').map((r) => new URL(r.url).pathname)
}

const path = `/applications/${id}/reopen`

describe('a ghosted application', () => {
  it('returns to its previous status', async () => {
    const reopened = open(<Ghosted application={details('GHOSTED')} />)
    await userEvent.click(screen.getByRole('button', { name: 'Undo: back to Screening' }))
    await waitFor(() => expect(reopened()).toEqual([path]))
    expect(await screen.findByText('“Pilot” moved to Screening.')).toBeInTheDocument()
  })

  it('returns at once through the link in the email', async () => {
    const reopened = open(<Ghosted application={details('GHOSTED')} />, '/tracker/1?undo=ghosted')
    await waitFor(() => expect(reopened()).toEqual([path]))
  })

  it('is left alone when it is not ghosted', () => {
    const reopened = open(<Ghosted application={details('SCREENING')} />, '/tracker/1?undo=ghosted')
    expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
    expect(reopened()).toEqual([])
  })

  it('is reopened from its notification', async () => {
    const notice: Notification = {
      id: 'n', type: 'GHOSTED_ALERT', title: 'No answer from Keel', message: 'm', read: true, createdAt: at, applicationId: id,
      reminderId: null,
    }
    const reopened = open(<NotificationItem notification={notice} />)
    await userEvent.click(screen.getByRole('button', { name: 'Undo “No answer from Keel”' }))
    await waitFor(() => expect(reopened()).toEqual([path]))
  })
})
