import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApplicationDetails, ApplicationStatus, JobSummary } from '~/api/models'
import { session } from '~/session/session'
import { Toasts } from '~/shell/toast'
import { json, serve, show } from '~/testing'
import { JobActions } from './job-actions'

const job = { id: 'j', title: 'Pilot', url: 'https://example.org/1', company: { name: 'Keel' }, locations: [] } as unknown as JobSummary

/** answering serves an application with these statuses in its timeline and returns the changes of the timeline that were sent. */
function answering(...statuses: ApplicationStatus[]) {
  let timeline = statuses.map((status, i) => ({ position: i + 1, status, occurredAt: `2026-05-0${i + 1}T08:00:00Z`, corrected: false }))
  const details = () => ({ id: 'a', jobPostId: 'j', status: timeline.at(-1)!.status, job, timeline }) as unknown as ApplicationDetails
  const changes: string[] = []
  serve(async (request) => {
    const { pathname } = new URL(request.url)
    const position = Number(/^\/applications\/a\/timeline\/(\d)$/.exec(pathname)?.[1])
    if (request.method !== 'GET') changes.push(`${request.method} ${pathname} ${await request.clone().text()}`.trim())
    if (request.method === 'DELETE') timeline = timeline.filter((t) => t.position !== position)
    if (request.method === 'PATCH') {
      const change = (await request.json()) as { status: ApplicationStatus }
      timeline = timeline.map((t) => (t.position === position ? { ...t, ...change } : t))
    }
    if (request.method === 'POST') {
      timeline = [...timeline, { position: 9, corrected: true, ...((await request.json()) as { status: 'APPLIED'; occurredAt: string }) }]
    }
    if (pathname === '/applications') return json({ content: [details()], page: 0, size: 100, totalElements: 1, totalPages: 1 })
    return json(pathname.startsWith('/applications/a') ? details() : { items: [] })
  })
  return changes
}

const render = () =>
  show(
    <>
      <Toasts />
      <JobActions job={job} />
    </>,
  )

async function unapply() {
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'I did not apply after all' }))
  await screen.findByText('“Pilot” moved to Saved.')
}

describe('an application that was not sent after all', () => {
  beforeEach(() => session.begin('t', 3600))

  it('loses the move if the posting was saved before, and gets it back', async () => {
    const changes = answering('SAVED', 'APPLIED')
    render()
    await screen.findByRole('link', { name: 'On your board: Applied' })
    await unapply()
    expect(changes).toEqual(['DELETE /applications/a/timeline/2'])
    expect(await screen.findByRole('button', { name: 'Remove from saved' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(changes[1]).toBe('POST /applications/a/timeline {"status":"APPLIED","occurredAt":"2026-05-02T08:00:00Z"}'))
    expect(await screen.findByRole('link', { name: 'On your board: Applied' })).toBeInTheDocument()
  })

  it('becomes a saved one if it began as sent', async () => {
    const changes = answering('APPLIED')
    render()
    await screen.findByRole('link', { name: 'On your board: Applied' })
    await unapply()
    expect(changes).toEqual(['PATCH /applications/a/timeline/1 {"status":"SAVED","occurredAt":"2026-05-01T08:00:00Z"}'])
    expect(await screen.findByRole('button', { name: 'Remove from saved' })).toBeInTheDocument()
  })

  it('is not offered once there was an answer', async () => {
    answering('SAVED', 'APPLIED', 'INTERVIEW')
    render()
    await screen.findByRole('link', { name: 'On your board: Interview' })
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('menuitem', { name: 'Notes and next steps' })
    expect(screen.queryByRole('menuitem', { name: 'I did not apply after all' })).not.toBeInTheDocument()
  })
})

describe('the undo of saving', () => {
  beforeEach(() => session.begin('t', 3600))

  it.each([
    ['removes what was only saved', '2026-05-01T08:00:00Z', true],
    ['keeps what has changed since', '2026-05-01T08:00:05Z', false],
  ])('%s', async (_, updatedAt, removed) => {
    const made = { id: 'a', jobPostId: 'j', status: 'SAVED', job, timeline: [], updatedAt: '2026-05-01T08:00:00Z' }
    const requests = serve((request) => {
      const { pathname } = new URL(request.url)
      if (request.method === 'POST') return json(made, 201)
      if (request.method === 'DELETE') return new Response(null, { status: 204 })
      if (pathname === '/applications') return json({ content: [], page: 0, size: 100, totalElements: 0, totalPages: 0 })
      return json(pathname === '/applications/a' ? { ...made, updatedAt } : { items: [] })
    })
    render()
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    await screen.findByText('“Pilot” is saved for later.')
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!) // those of earlier tests are still there
    if (!removed) await screen.findByText('“Pilot” has changed since and stays. You can delete it on its page.')
    await waitFor(() => expect(requests.some((r) => r.method === 'DELETE')).toBe(removed))
  })
})
