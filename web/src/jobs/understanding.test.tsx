import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Understood } from '~/api/models'
import { json, serve, show } from '~/testing'
import { NothingFound } from './nothing-found'
import { emptySearch } from './search-state'
import { Understanding } from './understanding'

const plain: Understood = { keyword: '', filters: [], ignored: [], corrected: [], suggestion: null }
const remote = { text: 'remote', filter: 'workplaceType', value: 'remote' } as const

beforeEach(() => void serve(() => json({ content: [], totalElements: 7 })))

describe('what was understood', () => {
  it('offers what finds more', () => {
    const change = vi.fn()
    show(<Understanding keyword="pyton" currency="EUR" understood={{ ...plain, suggestion: 'python' }} onChange={change} />)
    fireEvent.click(screen.getByRole('button', { name: 'python' }))
    expect(change).toHaveBeenCalledExactlyOnceWith({ keyword: 'python' })
  })

  it('removes a filter with its words, or searches for them', () => {
    const change = vi.fn()
    const understood = { ...plain, filters: [remote, { text: 'berlin,', filter: 'location', value: 'Berlin' } as const], ignored: ['in'] }
    show(<Understanding keyword="remote go in berlin," currency="EUR" understood={understood} onChange={change} />)
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
    press('Remove filter Workplace: Remote')
    expect(change).toHaveBeenLastCalledWith({ keyword: 'go in berlin,' })
    press('Remove filter Place: Berlin')
    expect(change).toHaveBeenLastCalledWith({ keyword: 'remote go' })
    press('Search for the word “remote” instead')
    expect(change).toHaveBeenLastCalledWith({ keyword: '"remote" go in berlin,' })
    expect(screen.getByText('berlin → Place: Berlin')).toBeInTheDocument()
  })

  it('keeps the focus among what was understood, and then in the search field', async () => {
    const all = [remote, { text: 'berlin', filter: 'location', value: 'Berlin' } as const]
    function Page() {
      const [keyword, setKeyword] = useState('remote go jobs now berlin')
      const typed = keyword.split(' ')
      const filters = all.filter((f) => typed.includes(f.text))
      const understood = { ...plain, filters, ignored: ['jobs', 'now'].filter((w) => typed.includes(w)) }
      return (
        <main>
          <input type="search" aria-label="Search" />
          <Understanding keyword={keyword} currency="EUR" understood={understood} onChange={(p) => setKeyword(p.keyword ?? keyword)} />
        </main>
      )
    }
    show(<Page />)
    const press = (name: string) => {
      screen.getByRole('button', { name }).focus()
      return userEvent.keyboard('{Enter}')
    }
    await press('Search for the word “berlin” instead')
    expect(screen.getByRole('button', { name: 'Search for the word “remote” instead' })).toHaveFocus()
    await press('Search for “jobs” too')
    expect(screen.getByRole('button', { name: 'Search for “now” too' })).toHaveFocus()
    await press('Remove filter Workplace: Remote')
    expect(screen.getByLabelText('Search')).toHaveFocus()
  })

  it('names the words that were not searched for', () => {
    const change = vi.fn()
    show(<Understanding keyword="go jobs" currency="EUR" understood={{ ...plain, ignored: ['jobs'] }} onChange={change} />)
    expect(screen.getByText(/^Not searched for:/)).toHaveTextContent('Not searched for: jobs')
    fireEvent.click(screen.getByRole('button', { name: 'Search for “jobs” too' }))
    expect(change).toHaveBeenCalledExactlyOnceWith({ keyword: 'go "jobs"' })
  })

  it('leaves out signs that are no words', () => {
    const understood = { ...plain, ignored: [',', 'jobs', '&'] }
    show(<Understanding keyword="go , jobs & co" currency="EUR" understood={understood} onChange={vi.fn()} />)
    expect(screen.getByText(/^Not searched for:/)).toHaveTextContent(/^Not searched for: jobs$/)
    expect(screen.getAllByRole('button')).toHaveLength(1)
  })

  it('names every button, and shows no empty quotation', () => {
    const understood = { ...plain, filters: [remote] }
    const { container } = show(<Understanding keyword="remote" currency="EUR" understood={understood} onChange={vi.fn()} />)
    for (const button of screen.getAllByRole('button')) expect(button).toHaveAccessibleName(/\p{L}/u)
    expect(container).not.toHaveTextContent('“”')
  })

  it('names amounts, ages and exclusions', () => {
    const filters = [
      { text: '€70,000', filter: 'compensationMin', value: '70000', currency: 'EUR' } as const,
      { text: 'today', filter: 'postedWithin', value: 'today' } as const,
      { text: 'not php', filter: 'exclude', value: 'php' } as const,
    ]
    show(<Understanding keyword="go €70,000 today not php" currency="EUR" understood={{ ...plain, filters }} onChange={vi.fn()} />)
    for (const chip of ['€70,000 → Pay from €70,000', /^today → Posted: /, 'not php → Without “php”']) {
      expect(screen.getByText(chip)).toBeInTheDocument()
    }
  })

  it('shows nothing if there is nothing to say', () => {
    const { container } = show(<Understanding keyword="go" currency="EUR" understood={plain} onChange={vi.fn()} />)
    expect(container.querySelector('div')).toBeNull()
  })
})

describe('without results', () => {
  it('names the search and offers ways to widen it', () => {
    const change = vi.fn()
    const search = { ...emptySearch, keyword: 'remote glassblower', skill: ['Go'], near: 'Germany', within: '30km' }
    const understood = { ...plain, filters: [remote], suggestion: 'remote glazier' }
    show(<NothingFound search={search} understood={understood} loading={false} onChange={change} />)
    expect(screen.getByText('No posting matches “remote glassblower” with 2 filters.')).toBeInTheDocument()
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
    press('Search for “remote glazier”')
    expect(change).toHaveBeenLastCalledWith({ keyword: 'remote glazier' })
    press('Go')
    expect(change).toHaveBeenLastCalledWith({ ...search, skill: [] })
    press('Within 30 km of Germany')
    expect(change).toHaveBeenLastCalledWith({ ...search, near: null, within: null })
    press('Search only in Germany')
    expect(change).toHaveBeenLastCalledWith({ near: null, within: null, location: ['Germany'] })
    press('Workplace: Remote')
    expect(change).toHaveBeenLastCalledWith({ ...search, keyword: 'glassblower' })
    press('glassblower')
    expect(change).toHaveBeenLastCalledWith({ ...search, keyword: 'remote' })
    press('Clear everything')
    expect(change).toHaveBeenLastCalledWith(emptySearch)
  })

  it('offers postings without pay for an amount in the keyword', async () => {
    const change = vi.fn()
    const pay = { text: '70k', filter: 'compensationMin', value: '70000', currency: 'EUR' } as const
    const search = { ...emptySearch, keyword: 'go 70k' }
    show(<NothingFound search={search} understood={{ ...plain, filters: [pay] }} loading={false} onChange={change} />)
    expect(await screen.findByText(/7 postings do not state/)).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: /^Show them/ }))
    expect(change).toHaveBeenLastCalledWith({
      keyword: 'go', compensationMin: 70_000, compensationCurrency: 'EUR', includeUnpriced: true,
    })
  })

  it('says how many postings a wider search finds', async () => {
    const change = vi.fn()
    const search = { ...emptySearch, keyword: 'welder', location: ['Lund', 'Oslo'], includeClosed: true }
    show(<NothingFound search={search} understood={plain} loading={false} onChange={change} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Lund, Oslo · 7 postings' }))
    expect(change).toHaveBeenLastCalledWith({ ...search, location: [] })
    expect(await screen.findByRole('button', { name: 'welder · 7 postings' })).toBeInTheDocument()
    expect(within(screen.getByRole('group', { name: 'Search without' })).getAllByRole('button')).toHaveLength(2)
  })

  it('offers the parts that find something if leaving out one does not help', async () => {
    const change = vi.fn()
    // Only the place alone has postings.
    serve((request) => {
      const { searchParams } = new URL(request.url)
      return json({ content: [], totalElements: searchParams.has('location') && !searchParams.has('keyword') ? 2 : 0 })
    })
    const search = { ...emptySearch, keyword: 'night welder', location: ['Lund'] }
    show(<NothingFound search={search} understood={plain} loading={false} onChange={change} />)
    const group = await screen.findByRole('group', { name: 'Search only for' })
    fireEvent.click(await within(group).findByRole('button', { name: 'Lund · 2 postings' }))
    expect(change).toHaveBeenLastCalledWith({ ...emptySearch, location: ['Lund'] })
    await waitFor(() => expect(within(group).getAllByRole('button')).toHaveLength(1))
    expect(screen.queryByRole('group', { name: 'Search without' })).toBeNull()
  })

  it('does not offer to leave out the only part of a search', () => {
    show(<NothingFound search={{ ...emptySearch, keyword: 'welder' }} understood={plain} loading={false} onChange={vi.fn()} />)
    expect(screen.queryByRole('group', { name: 'Search without' })).toBeNull()
  })
})
