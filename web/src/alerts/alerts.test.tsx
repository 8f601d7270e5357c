import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AlertHit, FilterAlert } from '~/api/models'
import { session } from '~/session/session'
import { Alerts as AlertSettings } from '~/settings/alerts'
import { json, serve, show } from '~/testing'
import Alerts from './alerts'
import { factName } from './fact-name'

const hit: AlertHit = {
  alertId: 'a1', toldAt: '2026-05-26T08:00:03Z', jobId: 'j1', title: 'Backend Engineer', titleMarks: [{ start: 0, end: 7 }],
  company: 'Acorn Works', location: 'Oslo', filterId: 'f1', filterName: 'Backend in Oslo',
  reasons: [{ kind: 'WORD', text: 'backend' }, { kind: 'FACT', text: 'Oslo' }],
}

/** answers serves hits and one saved search, whose alert may be changed. */
function answers(hits: AlertHit[], alert?: FilterAlert) {
  return async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'PUT') alert = await request.json()
    if (request.method === 'DELETE') alert = undefined
    if (request.method !== 'GET') return json(null, 204)
    if (pathname === '/jobs/filters/saved') {
      return json({ items: [{ id: 'f1', name: 'Backend in Oslo', filters: { keyword: 'backend' }, createdAt: '', updatedAt: '', alert }] })
    }
    const content = pathname === '/notifications/alerts' ? hits : []
    return json({ content, page: 0, size: 50, totalElements: content.length, totalPages: 1 })
  }
}

const changes = (requests: Request[]) => requests.filter((r) => r.method !== 'GET')

beforeEach(() => session.begin('token', 3600))

describe('job alerts', () => {
  it('says why a posting is there and groups postings by alert', async () => {
    const welder = { ...hit, jobId: 'j2', title: 'Welder', titleMarks: [] }
    serve(answers([hit, welder, { ...hit, alertId: 'a0', jobId: 'j3' }], { rhythm: 'DAILY' }))
    const { container } = show(<Alerts />, '/alerts')
    expect(await screen.findByRole('link', { name: 'Welder' })).toHaveAttribute('href', '/find?job=j2')
    expect(screen.getAllByText('Matches “Backend in Oslo”')).toHaveLength(3)
    expect([...container.querySelectorAll('[data-hit=j1] mark')].map((m) => m.textContent)).toEqual(['Backend', 'backend'])
    expect(container.querySelectorAll('[data-alert=a1] [data-hit]')).toHaveLength(2)
    expect(container.querySelectorAll('[data-alert=a0] [data-hit]')).toHaveLength(1)
  })

  it('names facts as the search page does, and old ones as the server wrote them', () => {
    const fact = (filter: string, value: string, more = {}) => ({ kind: 'FACT' as const, text: 'in English', filter, value, ...more })
    expect(factName(fact('workplaceType', 'onsite'))).toBe('On-site')
    expect(factName(fact('language', 'de'))).toBe('German')
    expect(factName(fact('skill', 'Go'))).toBe('Go')
    expect(factName(fact('compensationMin', '50000', { currency: 'EUR' }))).toBe('Can pay €50,000 a year')
    expect(factName(fact('compensationMin', '0', { currency: 'EUR' }))).toBe('States its pay')
    expect(factName(fact('near', 'Oslo', { within: '30km' }))).toBe('Within 30 km of Oslo')
    expect(factName({ kind: 'FACT', text: 'Oslo' })).toBe('Oslo')
  })

  it('mutes the search for a week', async () => {
    const requests = serve(answers([hit], { rhythm: 'DAILY' }))
    show(<Alerts />, '/alerts?alert=a1')
    fireEvent.click(await screen.findByRole('button', { name: 'More for Backend Engineer' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mute this search for a week' }))
    await expect.poll(() => changes(requests).map((r) => `${r.method} ${new URL(r.url).pathname}`)).toEqual([
      'PUT /jobs/filters/saved/f1/alert',
    ])
    const body = await changes(requests)[0]!.json()
    expect(body.rhythm).toBe('DAILY')
    expect(Date.parse(body.mutedUntil) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  })

  it('shows that a search is muted for good, and unmutes it', async () => {
    const requests = serve(answers([hit], { rhythm: 'WEEKLY', mutedUntil: '9999-01-01T00:00:00Z' }))
    show(<Alerts />, '/alerts')
    expect(await screen.findByText('This search is muted.')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'More for Backend Engineer' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Unmute this search' }))
    await expect.poll(() => changes(requests).length).toBe(1)
    expect(await changes(requests)[0]!.json()).toEqual({ rhythm: 'WEEKLY' })
  })

  it('says what to do when there are none', async () => {
    const lists = answers([])
    serve((r) => (new URL(r.url).pathname === '/jobs/filters/saved' ? json({ items: [] }) : lists(r)))
    show(<Alerts />, '/alerts')
    expect(await screen.findByRole('heading', { name: 'No alerts yet' })).toBeInTheDocument()
    expect(screen.getByText(/^Save a search/)).toBeInTheDocument()
  })

  it('names the searches that have alerts when there are no new jobs', async () => {
    serve(answers([], { rhythm: 'DAILY' }))
    show(<Alerts />, '/alerts')
    expect(await screen.findByText('Alerts are set up for 1 saved search.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Backend in Oslo' })).toHaveAttribute('href', '/find?keyword=backend')
    expect(screen.getByRole('combobox', { name: 'Alerts for Backend in Oslo' })).toHaveValue('Every day')
    expect(screen.queryByText('No alerts yet')).not.toBeInTheDocument()
  })

  it('names them in the settings', async () => {
    const settings = { hour: 8, weekday: 'MONDAY', quietFrom: null, quietUntil: null, email: true, inApp: true }
    const lists = answers([], { rhythm: 'WEEKLY' })
    serve((r) => (new URL(r.url).pathname === '/notifications/alert-settings' ? json(settings) : lists(r)))
    show(<AlertSettings />, '/settings')
    expect(await screen.findByText('Alerts are set up for 1 saved search.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Backend in Oslo' })).toBeInTheDocument()
    expect(screen.queryByText(/Emails are off/)).not.toBeInTheDocument()
  })

  it('sets how often a search alerts in the settings, and says that mails are off', async () => {
    const settings = { hour: 8, weekday: 'MONDAY', quietFrom: null, quietUntil: null, email: false, inApp: true }
    const lists = answers([], { rhythm: 'WEEKLY' })
    const requests = serve((r) => (new URL(r.url).pathname === '/notifications/alert-settings' ? json(settings) : lists(r)))
    show(<AlertSettings />, '/settings')
    expect(await screen.findByText(/Emails are off/)).toBeInTheDocument()
    fireEvent.click(screen.getByRole('combobox', { name: 'Alerts for Backend in Oslo' }))
    fireEvent.click(await screen.findByRole('option', { name: 'At once', hidden: true }))
    await expect.poll(() => changes(requests).length).toBe(1)
    expect(await changes(requests)[0]!.json()).toEqual({ rhythm: 'AT_ONCE' })
  })

  it('keeps a search whose alerts were turned off in the settings, and turns them on again there', async () => {
    const settings = { hour: 8, weekday: 'MONDAY', quietFrom: null, quietUntil: null, email: true, inApp: true }
    const lists = answers([], { rhythm: 'DAILY' })
    const requests = serve((r) => (new URL(r.url).pathname === '/notifications/alert-settings' ? json(settings) : lists(r)))
    show(<AlertSettings />, '/settings')
    const choose = async (rhythm: string) => {
      fireEvent.click(screen.getByRole('combobox', { name: 'Alerts for Backend in Oslo' }))
      fireEvent.click(await screen.findByRole('option', { name: rhythm, hidden: true }))
    }
    expect(await screen.findByText('Alerts are set up for 1 saved search.')).toBeInTheDocument()
    await choose('Off')
    expect(await screen.findByText(/^Alerts are off for all your saved searches/)).toBeInTheDocument()
    expect(screen.getByRole('combobox', { name: 'Alerts for Backend in Oslo' })).toHaveValue('Off')
    await choose('Every week')
    expect(await screen.findByText('Alerts are set up for 1 saved search.')).toBeInTheDocument()
    expect(screen.getByRole('combobox', { name: 'Alerts for Backend in Oslo' })).toHaveValue('Every week')
    expect(changes(requests).map((r) => r.method)).toEqual(['DELETE', 'PUT'])
  })

  it('offers to turn alerts on when they are off for all saved searches', async () => {
    serve(answers([]))
    show(<Alerts />, '/alerts')
    expect(await screen.findByRole('heading', { name: 'No alerts yet' })).toBeInTheDocument()
    expect(screen.getByRole('combobox', { name: 'Alerts for Backend in Oslo' })).toHaveValue('Off')
  })

  it('does not claim that no alert is set up when the saved searches cannot be read', async () => {
    const lists = answers([], { rhythm: 'DAILY' })
    const broken = () => json({ error: 'Internal Server Error', message: 'Something broke.' }, 500)
    serve((r) => (new URL(r.url).pathname === '/jobs/filters/saved' ? broken() : lists(r)))
    show(<Alerts />, '/alerts')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument()
    expect(screen.queryByText('No alerts yet')).not.toBeInTheDocument()
  })

  it('offers another try after a failure', async () => {
    serve(() => json({ error: 'Internal Server Error', message: 'Something broke.' }, 500))
    show(<Alerts />, '/alerts')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })
})
