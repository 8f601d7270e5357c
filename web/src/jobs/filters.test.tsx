import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { json, serve, show as render } from '~/testing'
import { Filters } from './filters'
import { emptySearch } from './search-state'

const facets = {
  companies: [], locations: Array.from({ length: 20 }, (_, i) => ({ value: `Place ${i}`, count: 100 - i })), languages: [], skills: [],
  workplaceTypes: [{ value: 'remote', count: 3 }], employmentTypes: [], careerLevels: [], countIsEstimate: false,
}

function show(answer: typeof facets, search = emptySearch) {
  serve(() => json(answer))
  const change = vi.fn()
  render(<Filters search={search} onChange={change} />)
  return change
}

describe('a group of facets', () => {
  it('takes a place that is not among the counted ones', async () => {
    const change = show(facets)
    fireEvent.click(await screen.findByText('Show more'))
    const field = screen.getByLabelText('Search in place')
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

  it('offers remote work as a workplace, not as a place', async () => {
    show({ ...facets, locations: [{ value: 'Remote', count: 3 }, { value: 'Lund', count: 2 }] })
    await screen.findByRole('checkbox', { name: /^Lund/ })
    expect(screen.getAllByRole('checkbox', { name: /^Remote/ })).toHaveLength(1)
  })

  it('does not claim that a chosen place without a count has no postings', async () => {
    show(facets, { ...emptySearch, location: ['Germany'], workplaceType: ['hybrid'] })
    const row = async (name: string) => (await screen.findByText(name)).parentElement
    expect(await row('Germany')).toHaveTextContent(/^Germany$/)
    expect(await row('Hybrid')).toHaveTextContent(/^Hybrid0$/)
  })
})

describe('workplaces and kinds of employment', () => {
  it('are all listed, and can be chosen without postings', async () => {
    const change = show({ ...facets, workplaceTypes: [{ value: 'hybrid', count: 3 }] })
    const first = await screen.findByRole('checkbox', { name: /^Hybrid/ })
    const labels = (box: HTMLElement) => [...box.closest('section')!.querySelectorAll('label')].map((l) => l.textContent)
    expect(labels(first)).toEqual(['Hybrid3', 'Remote0', 'On-site0'])
    expect(labels(screen.getByRole('checkbox', { name: /^Freelance/ }))).toHaveLength(5)
    expect(screen.queryByRole('checkbox', { name: /^Junior/ })).not.toBeInTheDocument()
    fireEvent.click(screen.getByRole('checkbox', { name: /^On-site/ }))
    expect(change).toHaveBeenLastCalledWith({ workplaceType: ['onsite'] })
  })
})

describe('companies', () => {
  const withCompanies = { ...facets, companies: [{ value: 'Foo', count: 3 }, { value: 'Bar', count: 2 }] as never[] }

  it('can be hidden and shown again', async () => {
    const change = show(withCompanies, { ...emptySearch, company: ['Foo'], excludeCompany: ['Gone'] })
    fireEvent.click(await screen.findByRole('button', { name: /^Company/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Not from Foo' }))
    expect(change).toHaveBeenLastCalledWith({ company: [], excludeCompany: ['Gone', 'Foo'] })
    fireEvent.click(screen.getByRole('button', { name: 'Not from Gone', pressed: true }))
    expect(change).toHaveBeenLastCalledWith({ excludeCompany: [] })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Gone' }))
    expect(change).toHaveBeenLastCalledWith({ company: ['Foo', 'Gone'], excludeCompany: [] })
  })
})

describe('the minimum pay', () => {
  afterEach(() => void vi.useRealTimers())

  it('waits for the click for which its field is left', async () => {
    const change = show(facets)
    const field = await screen.findByLabelText('Yearly pay from')
    fireEvent.change(field, { target: { value: '80k' } })
    fireEvent.pointerDown(document.body)
    fireEvent.blur(field)
    expect(change).not.toHaveBeenCalled()
    fireEvent.pointerUp(document.body)
    await vi.waitFor(() => expect(change).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ compensationMin: 80_000 })), 20_000)
  })

  it('applies in a pause and leaves what was typed as it is', () => {
    vi.useFakeTimers()
    serve(() => json(facets))
    function Page() {
      const [search, setSearch] = useState(emptySearch)
      return (
        <>
          <Filters search={search} onChange={(patch) => setSearch({ ...search, ...patch })} />
          <output>{search.compensationMin}</output>
        </>
      )
    }
    render(<Page />)
    const field = screen.getByLabelText('Yearly pay from')
    const applied = screen.getByRole('status')
    const type = (value: string) => fireEvent.change(field, { target: { value } })
    const rest = (ms: number) => act(() => vi.advanceTimersByTime(ms))
    type('800')
    rest(300)
    type('8000')
    rest(300)
    expect(applied).toBeEmptyDOMElement()
    rest(400)
    expect(applied).toHaveTextContent(/^8000$/)
    expect(field).toHaveValue('8000')
    type('80000')
    rest(700)
    expect(applied).toHaveTextContent(/^80000$/)
    type('80000 or so')
    rest(700)
    expect(applied).toHaveTextContent(/^80000$/)
    expect(screen.queryByText(/^Enter an amount/)).not.toBeInTheDocument()
    type('90k')
    fireEvent.blur(field)
    expect(field).toHaveValue('90,000')
    type('')
    rest(700)
    expect(applied).toBeEmptyDOMElement()
  })

  const pay = (value: string) => {
    const field = screen.getByLabelText('Yearly pay from')
    fireEvent.change(field, { target: { value } })
    fireEvent.keyDown(field, { key: 'Enter' })
  }

  it('accepts common spellings, in the currency chosen last', () => {
    localStorage.setItem('rolecall.currency', 'CHF')
    const change = show(facets)
    pay('80k')
    expect(change).toHaveBeenLastCalledWith({ compensationMin: 80_000, compensationCurrency: 'CHF', includeUnpriced: false })
    fireEvent.change(screen.getByLabelText('Currency'), { target: { value: 'SEK' } })
    expect(localStorage.getItem('rolecall.currency')).toBe('SEK')
    localStorage.clear()
  })

  it('shows the usual currency for an amount without one, which is searched in it', () => {
    localStorage.setItem('rolecall.currency', 'CHF')
    show(facets, { ...emptySearch, compensationMin: 80_000 })
    expect(screen.getByLabelText('Currency')).toHaveDisplayValue('CHF')
    localStorage.clear()
  })

  it('is in the currency of the country that is searched, also by words, until one is chosen', () => {
    const change = show(facets, { ...emptySearch, location: ['Zurich, Switzerland'] })
    expect(screen.getByLabelText('Currency')).toHaveDisplayValue('CHF')
    pay('80k')
    expect(change).toHaveBeenLastCalledWith({ compensationMin: 80_000, compensationCurrency: 'CHF', includeUnpriced: false })
    cleanup()
    const sweden = { filters: [{ text: 'schweden', filter: 'location', value: 'Sweden' } as const], ignored: [] }
    render(<Filters search={{ ...emptySearch, keyword: 'go schweden' }} understood={sweden} onChange={change} />)
    expect(screen.getByLabelText('Currency')).toHaveDisplayValue('SEK')
    fireEvent.change(screen.getByLabelText('Currency'), { target: { value: 'EUR' } })
    expect(screen.getByLabelText('Currency')).toHaveDisplayValue('EUR')
    localStorage.clear()
  })

  it('says that it cannot be read', () => {
    const change = show(facets)
    pay('lots')
    expect(screen.getByText('Enter an amount such as 80k or 80,000.')).toBeInTheDocument()
    expect(change).not.toHaveBeenCalled()
  })

  it('can include postings that state none', () => {
    const change = show(facets, { ...emptySearch, compensationMin: 80_000, compensationCurrency: 'EUR' })
    const box = screen.getByLabelText('Only postings that state their pay')
    expect(box).toBeChecked()
    fireEvent.click(box)
    expect(change).toHaveBeenLastCalledWith({ compensationMin: 80_000, compensationCurrency: 'EUR', includeUnpriced: true })
  })

  it('is not needed to ask for postings that state their pay', () => {
    const change = show(facets)
    fireEvent.click(screen.getByLabelText('Only postings that state their pay'))
    expect(change).toHaveBeenLastCalledWith({ compensationMin: 0, compensationCurrency: null, includeUnpriced: false })
  })
})

it('offers years of experience and the age of the confirmation', async () => {
  const change = show(facets, { ...emptySearch, experienceMax: 4 })
  const more = await screen.findByRole('button', { name: 'More filters' })
  expect(more).toHaveAttribute('aria-expanded', 'false')
  const years = screen.getByLabelText('Required experience')
  expect(years).toHaveDisplayValue('Up to 4 years')
  fireEvent.change(years, { target: { value: '0' } })
  expect(change).toHaveBeenLastCalledWith({ experienceMax: 0 })
  fireEvent.change(screen.getByLabelText('Confirmed open'), { target: { value: 'week' } })
  expect(change).toHaveBeenLastCalledWith({ confirmedWithin: 'week', unconfirmedDays: null })
  fireEvent.change(screen.getByLabelText('Confirmed open'), { target: { value: 'last-check' } })
  expect(change).toHaveBeenLastCalledWith({ confirmedWithin: null, unconfirmedDays: 0 })
})

describe('words that the box understood', () => {
  const understood = {
    filters: [
      { text: 'remote', filter: 'workplaceType', value: 'remote' } as const,
      { text: '70k', filter: 'compensationMin', value: '70000', currency: 'EUR' } as const,
    ],
    ignored: [],
  }
  const both = { ...facets, workplaceTypes: [{ value: 'remote', count: 3 }, { value: 'hybrid', count: 2 }] }

  it('are ticked, and become a filter when another value is ticked', async () => {
    serve(() => json(both))
    const change = vi.fn()
    render(<Filters search={{ ...emptySearch, keyword: 'remote go 70k' }} understood={understood} onChange={change} />)
    expect(await screen.findByRole('checkbox', { name: /^Remote/ })).toBeChecked()
    expect(screen.getByLabelText('Yearly pay from')).toHaveValue('70,000')
    expect(screen.getByLabelText('Only postings that state their pay')).toBeChecked()
    fireEvent.click(screen.getByRole('checkbox', { name: /^Hybrid/ }))
    expect(change).toHaveBeenLastCalledWith({ workplaceType: ['remote', 'hybrid'], keyword: 'go 70k' })
    fireEvent.click(screen.getByRole('checkbox', { name: /^Remote/ }))
    expect(change).toHaveBeenLastCalledWith({ workplaceType: [], keyword: 'go 70k' })
    fireEvent.click(screen.getByLabelText('Only postings that state their pay'))
    expect(change).toHaveBeenLastCalledWith({
      compensationMin: 70_000, compensationCurrency: 'EUR', includeUnpriced: true, keyword: 'remote go',
    })
  })
})

it('opens the filters that few need when one is set, and has all but the counted ones without counts', async () => {
  serve(() => json({ title: 'Bad Request', status: 400 }, 400))
  render(<Filters search={{ ...emptySearch, unconfirmedDays: 0 }} onChange={vi.fn()} />)
  const more = await screen.findByRole('button', { name: /^More filters/ })
  expect(more).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByLabelText('Confirmed open')).toHaveDisplayValue('At the last check')
  expect(screen.getByLabelText('Posted')).toBeInTheDocument()
  expect(screen.queryByText('Workplace')).not.toBeInTheDocument()
})
