import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Employer } from '~/api/models'
import { session } from '~/session/session'
import { json, serve, show } from '~/testing'
import Employers from './employers'

const acorn: Employer = {
  id: 'e1', name: 'Acorn Works', slug: 'acorn-works', logoUrl: null, sourceTypes: ['greenhouse'], active: true,
  lastAttemptAt: new Date().toISOString(), lastSuccessAt: new Date().toISOString(), openPostings: 1, following: false,
}
const birch: Employer = {
  ...acorn, id: 'e2', name: 'Birch', slug: null, sourceTypes: ['lever', 'ashby'], lastSuccessAt: null, openPostings: 0, following: true,
}

/** pageOf answers with a page of employers, or with the boards of those that are followed. */
function pageOf(content: Employer[], more = {}, allowed = true) {
  const boards = content
    .filter((e) => e.following)
    .map((e) => ({ employerId: e.id, companyName: e.name, sourceType: 'lever', token: e.id, followedAt: '2026-03-01T18:20:00Z' }))
  return (request: Request) => {
    if (request.method !== 'GET') return json(null, 204)
    if (request.url.endsWith('/jobs/finds')) return json({ allowed, perDay: 20, left: 20 })
    if (request.url.endsWith('/followed')) return json({ items: boards })
    return json({ content, page: 0, size: 25, totalElements: content.length, totalPages: 1, ...more })
  }
}

beforeEach(() => session.begin('token', 3600))

describe('the list of employers', () => {
  it('shows jobs, boards and when they were read', async () => {
    serve(pageOf([acorn, birch]))
    show(<Employers />, '/employers')
    const link = await screen.findByRole('link', { name: 'Acorn Works' })
    expect(link).toHaveAttribute('href', '/companies/acorn-works')
    expect(screen.getByText(/1 open job · Greenhouse/)).toHaveTextContent('Board read now')
    expect(screen.getByText(/^Lever, Ashby ·/)).toHaveTextContent('Board could not be read yet')
    // It has no page yet, but may have jobs.
    expect(screen.getByRole('link', { name: 'Birch' })).toHaveAttribute('href', '/find?company=Birch')
    expect(await screen.findByRole('link', { name: 'Add an employer' })).toHaveAttribute('href', '/employers/add')
  })

  it('leads to adding employers only for those who may', async () => {
    serve(pageOf([acorn], {}, false))
    show(<Employers />, '/employers')
    await screen.findByRole('link', { name: 'Acorn Works' })
    expect(screen.queryByRole('link', { name: 'Add an employer' })).not.toBeInTheDocument()
  })

  it('follows and unfollows', async () => {
    const requests = serve(pageOf([acorn, birch]))
    show(<Employers />, '/employers')
    const follow = await screen.findByRole('button', { name: 'Follow Acorn Works' })
    expect(follow).toHaveAttribute('aria-pressed', 'false')
    fireEvent.click(follow)
    fireEvent.click(screen.getByRole('button', { name: 'Following Birch' }))
    await expect.poll(() => requests.filter((r) => r.method !== 'GET').map((r) => `${r.method} ${new URL(r.url).pathname}`)).toEqual([
      'PUT /jobs/employers/e1/follow', 'DELETE /jobs/employers/e2/follow',
    ])
  })

  it('asks the server for the text, the page and who is followed', async () => {
    const requests = serve(pageOf([birch], { totalElements: 60, totalPages: 3 }))
    show(<Employers />, '/employers?q=bir&following=true&page=2')
    expect(await screen.findByText('60 employers')).toBeInTheDocument()
    const asked = requests.map((r) => new URL(r.url)).find((u) => u.pathname === '/jobs/employers')!
    expect(Object.fromEntries(asked.searchParams)).toEqual({ q: 'bir', following: 'true', page: '1', size: '25' })
    expect(await screen.findByRole('link', { name: 'Search their jobs' })).toHaveAttribute('href', '/find?company=Birch')
    expect(screen.getByRole('button', { name: 'Download the list' })).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
    await expect.poll(() => requests.at(-1)!.url).toContain('page=2')
  })
})

describe('an empty list of employers', () => {
  it.each([
    ['/employers', 'No employers yet'],
    ['/employers?following=true', 'You are not following any employers yet'],
    ['/employers?q=oak', 'No employer has “oak” in its name'],
  ])('at %s says why', async (at, title) => {
    serve(pageOf([]))
    show(<Employers />, at)
    const heading = await screen.findByRole('heading', { name: title })
    const next = await within(heading.parentElement!).findAllByRole(at === '/employers' ? 'link' : 'button')
    expect(next.length).toBeGreaterThan(0)
  })

  it('is not confused with a failure', async () => {
    serve(() => json({ error: 'Service Unavailable', message: 'Away.' }, 503))
    show(<Employers />, '/employers')
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(screen.queryByText('No employers yet')).not.toBeInTheDocument()
  })
})
