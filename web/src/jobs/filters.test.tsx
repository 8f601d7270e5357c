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

  it('says when its counts are estimates', async () => {
    show({ ...facets, countIsEstimate: true })
    expect(await screen.findByText('~3', {}, { timeout: 4000 })).toBeInTheDocument()
    expect(screen.queryByText('3')).not.toBeInTheDocument()
  })

  it('does not claim that a chosen place without a count has no postings', async () => {
    show(facets, { ...emptySearch, location: ['Germany'], workplaceType: ['hybrid'] })
    const row = async (name: string) => (await screen.findByText(name, {}, { timeout: 4000 })).parentElement
    expect(await row('Germany')).toHaveTextContent(/^Germany$/)
    expect(await row('Hybrid')).toHaveTextContent(/^Hybrid0$/)
  })
})
