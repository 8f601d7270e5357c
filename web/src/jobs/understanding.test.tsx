import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Understood } from '~/api/models'
import { NothingFound } from './nothing-found'
import { emptySearch } from './search-state'
import { Understanding } from './understanding'

const plain: Understood = { keyword: '', filters: [], corrected: [], suggestion: null }
const remote = { text: 'remote', filter: 'workplaceType', value: 'remote' } as const

const show = (what: ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>{what}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(async () => new Response('{"content":[]}', { headers: { 'Content-Type': 'application/json' } })))
})
afterEach(() => vi.unstubAllGlobals())

describe('what was understood', () => {
  it('can be switched back to plain words', () => {
    const change = vi.fn()
    show(<Understanding keyword="remote python 80k" understood={{ ...plain, filters: [remote, { text: '80k', filter: 'compensationMin', value: '80000' }] }} onChange={change} />)
    expect(screen.getByText('remote → Workplace: Remote')).toBeInTheDocument()
    expect(screen.getByText('80k → Pay from 80,000')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Search for “remote” as plain words' }))
    expect(change).toHaveBeenCalledExactlyOnceWith({ keyword: '"remote" python 80k' })
  })

  it('says what was corrected and searches instead for what was typed', () => {
    const change = vi.fn()
    const { container } = show(<Understanding keyword="kuberntes admin" understood={{ ...plain, corrected: [{ from: 'kuberntes', to: 'kubernetes' }] }} onChange={change} />)
    expect(container).toHaveTextContent('Results for kubernetes admin. Search instead for kuberntes admin')
    expect(container.querySelector('strong')).toHaveTextContent(/^kubernetes$/)
    fireEvent.click(screen.getByRole('button', { name: 'Search instead for kuberntes admin' }))
    expect(change).toHaveBeenCalledExactlyOnceWith({ correct: false })
  })

  it('offers what finds more', () => {
    const change = vi.fn()
    show(<Understanding keyword="pyton" understood={{ ...plain, suggestion: 'python' }} onChange={change} />)
    fireEvent.click(screen.getByRole('button', { name: 'python' }))
    expect(change).toHaveBeenCalledExactlyOnceWith({ keyword: 'python' })
  })

  it('is silent when there is nothing to say', () => {
    const { container } = show(<Understanding keyword="go" understood={plain} onChange={vi.fn()} />)
    expect(container.querySelector('div')).toBeNull()
  })
})

describe('without results', () => {
  it('names the search and offers each way to a wider one', () => {
    const change = vi.fn()
    const search = { ...emptySearch, keyword: 'remote glassblower', skill: ['Go'], near: 'Germany', within: '30km' }
    show(<NothingFound search={search} understood={{ ...plain, filters: [remote], suggestion: 'remote glazier' }} onChange={change} />)
    expect(screen.getByText('No posting matches “remote glassblower” with 2 filters.')).toBeInTheDocument()
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
    press('Search for “remote glazier”')
    expect(change).toHaveBeenLastCalledWith({ keyword: 'remote glazier' })
    press('Go')
    expect(change).toHaveBeenLastCalledWith({ ...search, skill: [] })
    press('Within 30 km of Germany')
    expect(change).toHaveBeenLastCalledWith({ ...search, near: null, within: null })
    press('Search exactly in Germany')
    expect(change).toHaveBeenLastCalledWith({ near: null, within: null, location: ['Germany'] })
    press('Workplace: Remote')
    expect(change).toHaveBeenLastCalledWith({ keyword: '"remote" glassblower' })
    press('Clear everything')
    expect(change).toHaveBeenLastCalledWith(emptySearch)
  })
})
