import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Find } from '~/api/models'
import { json, serve, show } from '~/testing'
import AddEmployer from './add-employer'

const find: Find = {
  id: '0192', query: 'Salt & Cedar', status: 'succeeded', requestedAt: new Date().toISOString(), finishedAt: null, errorReason: null,
  steps: [], boards: [],
}
const board: Find['boards'][number] = {
  sourceType: 'lever', token: 'saltandcedar', name: 'Salt & Cedar', website: 'https://saltcedar.example', logoUrl: null, postings: 24,
  more: false, titles: ['Baker', 'Joiner', 'Cook'], foundBy: 'name', state: 'new', employerId: null, openPostings: null, reason: null,
}

/** answering serves an allowance and a find, and what is sent to other paths. */
function answering(found: Find, others: Record<string, () => Response> = {}, allowed = true) {
  return serve((request) => {
    const { pathname } = new URL(request.url)
    const other = others[`${request.method} ${pathname}`]
    if (other) return other()
    if (pathname === '/jobs/employers') return json({ content: [] })
    return pathname === '/jobs/finds' ? json({ allowed, perDay: 30, left: 7 }) : json(found)
  })
}

it('shows what is on a board and adds it with one click', async () => {
  const requests = answering({ ...find, boards: [board] }, {
    'POST /jobs/finds/0192/additions': () => json({ ...find, boards: [{ ...board, state: 'adding' }] }, 202),
  })
  show(<AddEmployer />, '/employers/add?find=0192')
  expect(await screen.findByText('One board found')).toBeInTheDocument()
  expect(screen.getByText('Lever · found by name · 24 postings')).toBeInTheDocument()
  for (const title of board.titles) expect(screen.getByText(title)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'saltcedar.example' })).toHaveAttribute('href', 'https://saltcedar.example/')
  fireEvent.click(screen.getByRole('button', { name: 'Add Salt & Cedar at Lever' }))
  expect(await screen.findByText('Reading its postings')).toBeInTheDocument()
  const sent = requests.find((r) => r.method === 'POST')
  expect(await sent?.json()).toEqual({ choice: 0 })
})

it('lists what was tried when nothing was found', async () => {
  answering({
    ...find,
    steps: [
      { place: 'https://saltcedar.example/', token: null, outcome: 'nothing', note: null },
      { place: 'greenhouse', token: 'saltandcedar', outcome: 'remembered', note: null },
      { place: 'lever', token: 'saltandcedar', outcome: 'unavailable', note: 'throttled' },
    ],
  })
  show(<AddEmployer />, '/employers/add?find=0192')
  expect(await screen.findByText('Nothing found for Salt & Cedar')).toBeInTheDocument()
  expect(screen.getByText('https://saltcedar.example/').parentElement).toHaveTextContent('nothing there')
  expect(screen.getByText('Greenhouse, saltandcedar').parentElement).toHaveTextContent('nothing there a little while ago')
  expect(screen.getByText('Lever, saltandcedar').parentElement).toHaveTextContent('did not answer, throttled')
})

it('says that a company is there already if no board has its name', async () => {
  const employer = { id: '0193', name: 'Salt & Cedar', slug: 'salt-and-cedar', following: false, sourceTypes: ['lever'] }
  answering(find, { 'GET /jobs/employers': () => json({ content: [{ ...employer, name: 'Salt & Cedar Mills' }, employer] }) })
  show(<AddEmployer />, '/employers/add?find=0192')
  expect(await screen.findByText('Salt & Cedar is already in Rolecall')).toBeInTheDocument()
  expect(screen.queryByText(/Nothing found/)).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Postings from Salt & Cedar' })).toHaveAttribute('href', '/find?company=Salt+%26+Cedar')
})

it('shows how far the crawler is', async () => {
  answering({ ...find, status: 'running', steps: [{ place: 'lever', token: 'saltandcedar', outcome: 'nothing', note: null }] })
  show(<AddEmployer />, '/employers/add?find=0192')
  expect(await screen.findByText('Looking for Salt & Cedar')).toBeInTheDocument()
  expect(screen.getByText('1 place checked so far')).toBeInTheDocument()
})

it('says when the searches of the day are used up', async () => {
  answering(find, { 'POST /jobs/finds': () => json({ error: 'Too Many Requests', message: 'No.' }, 429, { 'Retry-After': '43000' }) })
  show(<AddEmployer />, '/employers/add')
  fireEvent.change(await screen.findByLabelText('Company or website'), { target: { value: 'Salt & Cedar' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('You have used all your searches for today. You can search again in 12 hours.')
})

it('says that only administrators add employers', async () => {
  answering(find, {}, false)
  show(<AddEmployer />, '/employers/add')
  expect(await screen.findByText('Only administrators can add employers')).toBeInTheDocument()
})

it('says why a board was added but not read', async () => {
  answering({ ...find, boards: [{ ...board, state: 'added', openPostings: 0, reason: 'unavailable (HTTP 503)' }] })
  show(<AddEmployer />, '/employers/add?find=0192')
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be read yet')
  expect(screen.getByRole('alert')).toHaveTextContent('HTTP 503')
})

it('leads back to where it was opened, also after a search', async () => {
  answering(find, { 'POST /jobs/finds': () => json({ ...find, status: 'running' }, 202) })
  show(<AddEmployer />, '/employers/add?from=boards')
  const back = () => screen.getByRole('link', { name: 'Administration' })
  expect(back()).toHaveAttribute('href', '/admin?tab=boards')
  fireEvent.change(await screen.findByLabelText('Company or website'), { target: { value: 'Salt & Cedar' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  expect(await screen.findByText('Nothing found for Salt & Cedar')).toBeInTheDocument()
  expect(back()).toHaveAttribute('href', '/admin?tab=boards')
})

it('leads back to the employers otherwise', async () => {
  answering(find)
  show(<AddEmployer />, '/employers/add')
  expect(screen.getByRole('link', { name: 'Employers' })).toHaveAttribute('href', '/employers')
  expect(await screen.findByLabelText('Company or website')).toBeInTheDocument()
})
