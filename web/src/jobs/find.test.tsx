import { fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Company, Facets, JobSummary, Understood } from '~/api/models'
import { json, serve, show as render } from '~/testing'
import Find from './find'

const company: Company = {
  id: null, slug: null, name: 'Foo Widgets', logoUrl: null, website: null, industry: null, size: null, headquarters: null,
  description: null, tags: null, manuallyEdited: false, updatedAt: null,
}
const job = {
  id: '01920f51-6e2d-7b19-9f80-7a6b5c4d3e2f', title: 'Kubernetes Engineer', url: 'https://example.org/1', company,
  location: 'Lund', locations: [], workplaceType: null, employmentType: null, careerLevel: null,
  compensationMin: 900_000, compensationMax: 900_000, compensationCurrency: 'SEK', compensationPeriod: 'year', languages: [], skills: [],
  source: 'lever', postedAt: null, firstSeenAt: '2026-03-01T00:00:00Z', lastSeenAt: '2026-03-02T00:00:00Z', closedAt: null,
  match: {
    reason: 'title', titleMarks: [{ start: 0, end: 10 }], snippet: { text: 'You run kubernetes.', marks: [{ start: 8, end: 18 }] },
    payAbout: { min: 85_000, max: 85_000, currency: 'EUR', ratesOf: '2026-03-02' },
  },
} as unknown as JobSummary
const other = {
  ...job, id: '01920f51-6e2d-7b19-9f80-7a6b5c4d3e30', title: 'Cook',
  match: { reason: 'text', titleMarks: [], synonyms: [{ typed: 'k8s', found: 'kubernetes' }], snippet: null, payAbout: null },
}
const page = { content: [job, other], page: 0, size: 20, totalElements: 12_345, totalPages: 618, countIsEstimate: false }
const facets: Facets = {
  companies: [],
  locations: [],
  workplaceTypes: [],
  employmentTypes: [],
  careerLevels: [],
  languages: [],
  skills: [],
  countIsEstimate: false,
}
const corrected = [{ from: 'kuberntes', to: 'kubernetes' }]
const understood: Understood = { keyword: 'kubernetes', filters: [], ignored: [], corrected, suggestion: null }

let asked: Request[]
let loading: boolean

beforeEach(() => {
  loading = false
  vi.stubGlobal('IntersectionObserver', class { observe() {} disconnect() {} })
  asked = serve((request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (loading) {
      const message = 'The search index is loading: 20 of 100 postings.'
      return json({ error: 'Service Unavailable', message }, 503, { 'Retry-After': '1' })
    }
    if (pathname === '/jobs') return json({ ...page, ...(searchParams.get('correct') === 'true' ? { understood } : {}) })
    if (pathname === '/jobs/facets') return json(facets)
    if (pathname !== `/jobs/${job.id}`) return json({ items: [] })
    return json({ ...job, description: '<p>You run <mark>kubernetes</mark>.</p>', requirements: [], repostOf: null })
  })
})

function Address() {
  return <output>{useLocation().search}</output>
}

const show = (address: string) =>
  render(
    <>
      <Find />
      <Address />
    </>,
    address,
  )

const patience = { timeout: 20_000 }
const last = (path: string) => asked.map((r) => new URL(r.url)).findLast((u) => u.pathname === path)!.searchParams

describe('a search with a keyword', () => {
  it('asks for the best match, understanding, correction and highlights', async () => {
    show('/find?keyword=kuberntes&skill=Go')
    await screen.findByText('12,345 postings', {}, patience)
    const filters = { keyword: 'kuberntes', skill: 'Go', interpret: 'true', correct: 'true', payCurrency: 'USD' }
    expect(Object.fromEntries(last('/jobs'))).toEqual({ ...filters, highlight: 'true', sort: 'relevance', page: '0', size: '20' })
    expect(Object.fromEntries(last('/jobs/facets'))).toEqual(filters)
  })

  it('shows in each posting why it was found, and marks the words in the open one', async () => {
    const { container } = show('/find?keyword=kuberntes&job=' + job.id)
    expect(await screen.findByText('words in the description', {}, patience)).toBeInTheDocument()
    expect(screen.getByText('“kubernetes” counts as “k8s”')).toBeInTheDocument()
    expect([...container.querySelectorAll('[data-job] mark')].map((m) => m.textContent)).toEqual(['Kubernetes', 'kubernetes'])
    const converted = expect.stringMatching(/^Converted with the exchange rates of .*2026/)
    expect(screen.getByText('about €85,000 a year')).toHaveAttribute('title', converted)
    await vi.waitFor(() => expect(container.querySelector('article mark')).toHaveTextContent('kubernetes'), patience)
    expect(last(`/jobs/${job.id}`).get('highlight')).toBe('kubernetes')
  })

  it('searches for what was typed, until other words are typed', async () => {
    show('/find?keyword=kuberntes')
    fireEvent.click(await screen.findByRole('button', { name: 'Search for kuberntes instead' }, patience))
    expect(await screen.findByText('?keyword=kuberntes&correct=false')).toBeInTheDocument()
    await vi.waitFor(() => expect(last('/jobs').get('correct')).toBe('false'), patience)
    const field = screen.getByLabelText('Search for jobs')
    fireEvent.change(field, { target: { value: 'nurse' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(await screen.findByText('?keyword=nurse')).toBeInTheDocument()
  })

  it('keeps the order that was chosen', async () => {
    show('/find?keyword=go&sort=newest')
    await screen.findByText('12,345 postings', {}, patience)
    expect(last('/jobs').get('sort')).toBe('newest')
    expect(screen.getByLabelText('Sort by')).toHaveValue('newest')
    expect(screen.queryByText('words in the description')).not.toBeInTheDocument()
  })
})

it('asks for the newest without a keyword', async () => {
  show('/find')
  await screen.findByText('12,345 postings', {}, patience)
  expect(Object.fromEntries(last('/jobs'))).toEqual({ payCurrency: 'USD', highlight: 'true', sort: 'newest', page: '0', size: '20' })
})

it('waits while the index is loading, and then continues by itself', async () => {
  loading = true
  show('/find')
  expect(await screen.findByText(/The search index is loading: 20 of 100 postings\./, {}, patience)).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  loading = false
  expect(await screen.findByText('12,345 postings', {}, patience)).toBeInTheDocument()
})

describe('a minimum pay', () => {
  const withoutPay = (found: number) =>
    serve((request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/jobs/facets') return json(facets)
      if (pathname !== '/jobs') return json({ items: [] })
      const total = searchParams.get('includeUnpriced') === 'true' ? found + 7 : found
      return json({ ...page, content: total ? page.content : [], totalElements: total, totalPages: total ? 1 : 0 })
    })

  it.each([0, 1])('that leaves %i postings offers those that state no pay', async (found) => {
    withoutPay(found)
    show('/find?compensationMin=90000&compensationCurrency=EUR')
    expect(await screen.findByText(/^7 postings do not state their pay\./, {}, patience)).toBeInTheDocument()
    screen.getByRole('button', { name: 'Show them too' }).focus()
    fireEvent.click(screen.getByRole('button', { name: 'Show them too' }))
    expect(screen.getByRole('region', { name: 'Results' })).toHaveFocus()
    expect(await screen.findByText(/includeUnpriced=true/)).toBeInTheDocument()
    await vi.waitFor(() => expect(screen.queryByText(/do not state their pay\./)).not.toBeInTheDocument(), patience)
  })
})
