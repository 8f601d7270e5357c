import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Filters } from './filters'
import { emptySearch } from './search-state'

const places = Array.from({ length: 20 }, (_, i) => ({ value: `Place ${i}`, count: 100 - i }))
const facets = { companies: [], locations: places, workplaceTypes: [{ value: 'remote', count: 3 }], employmentTypes: [], careerLevels: [], languages: [], skills: [], countIsEstimate: false }

function show(answer: typeof facets, search = emptySearch) {
  vi.stubGlobal('fetch', vi.fn(async () => new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } })))
  const change = vi.fn()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Filters search={search} onChange={change} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return change
}

afterEach(() => vi.unstubAllGlobals())

describe('a group of facets', () => {
  it('takes a place that is not among the counted ones', async () => {
    const change = show(facets)
    fireEvent.click(await screen.findByText('Show more', {}, { timeout: 4000 }))
    const field = screen.getByLabelText('Find in place')
    const type = (value: string) => fireEvent.change(field, { target: { value } })
    type('place 7')
    expect(screen.queryByText(/^Use/)).not.toBeInTheDocument()
    type(' Tallinn ')
    fireEvent.click(screen.getByText('Use “Tallinn”'))
    expect(change).toHaveBeenCalledExactlyOnceWith({ location: ['Tallinn'] })
    expect(field).toHaveValue('')
    type('Estonia')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(change).toHaveBeenLastCalledWith({ location: ['Estonia'] })
  })

  it('does not claim that a chosen place without a count has no postings', async () => {
    show(facets, { ...emptySearch, location: ['Germany'], workplaceType: ['hybrid'] })
    const row = async (name: string) => (await screen.findByText(name, {}, { timeout: 4000 })).parentElement
    expect(await row('Germany')).toHaveTextContent(/^Germany$/)
    expect(await row('Hybrid')).toHaveTextContent(/^Hybrid0$/)
  })
})

describe('companies', () => {
  const withCompanies = { ...facets, companies: [{ value: 'Foo', count: 3 }, { value: 'Bar', count: 2 }] as never[] }

  it('can be left out, and shown again', async () => {
    const change = show(withCompanies, { ...emptySearch, company: ['Foo'], excludeCompany: ['Gone'] })
    fireEvent.click(await screen.findByRole('button', { name: /^Company/ }, { timeout: 4000 }))
    fireEvent.click(screen.getByRole('button', { name: 'Not from Foo' }))
    expect(change).toHaveBeenLastCalledWith({ company: [], excludeCompany: ['Gone', 'Foo'] })
    fireEvent.click(screen.getByRole('button', { name: 'Not from Gone', pressed: true }))
    expect(change).toHaveBeenLastCalledWith({ excludeCompany: [] })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Gone' }))
    expect(change).toHaveBeenLastCalledWith({ company: ['Foo', 'Gone'], excludeCompany: [] })
  })
})

describe('the least pay', () => {
  const pay = (value: string) => {
    const field = screen.getByLabelText('Yearly pay from')
    fireEvent.change(field, { target: { value } })
    fireEvent.keyDown(field, { key: 'Enter' })
  }

  it('is read as people write it, in the currency that was chosen last', () => {
    localStorage.setItem('rolecall.currency', 'CHF')
    const change = show(facets)
    pay('80k')
    expect(change).toHaveBeenLastCalledWith({ compensationMin: 80_000, compensationCurrency: 'CHF', includeUnpriced: false })
    fireEvent.change(screen.getByLabelText('Currency'), { target: { value: 'SEK' } })
    expect(localStorage.getItem('rolecall.currency')).toBe('SEK')
    localStorage.clear()
  })

  it('says when it cannot be read', () => {
    const change = show(facets)
    pay('lots')
    expect(screen.getByText('Write an amount such as 80k or 80,000.')).toBeInTheDocument()
    expect(change).not.toHaveBeenCalled()
  })

  it('may keep postings that name none', () => {
    const change = show(facets, { ...emptySearch, compensationMin: 80_000, compensationCurrency: 'EUR' })
    const box = screen.getByLabelText('Only postings that name their pay')
    expect(box).toBeChecked()
    fireEvent.click(box)
    expect(change).toHaveBeenLastCalledWith({ compensationMin: 80_000, compensationCurrency: 'EUR', includeUnpriced: true })
  })

  it('need not be given to ask for postings that name it', () => {
    const change = show(facets)
    fireEvent.click(screen.getByLabelText('Only postings that name their pay'))
    expect(change).toHaveBeenLastCalledWith({ compensationMin: 0, compensationCurrency: null, includeUnpriced: false })
  })
})

it('offers years of experience and the age of the confirmation', () => {
  const change = show(facets, { ...emptySearch, experienceMax: 4 })
  const years = screen.getByLabelText('Experience asked for')
  expect(years).toHaveDisplayValue('At most 4 years')
  fireEvent.change(years, { target: { value: '0' } })
  expect(change).toHaveBeenLastCalledWith({ experienceMax: 0 })
  fireEvent.change(screen.getByLabelText('Confirmed open'), { target: { value: 'week' } })
  expect(change).toHaveBeenLastCalledWith({ confirmedWithin: 'week' })
})
