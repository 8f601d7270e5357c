import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Suggestion } from '~/api/models'
import { json, serve, show as render } from '~/testing'
import { PlaceField } from './place-field'
import { SearchField } from './search-field'
import { emptySearch, type Search } from './search-state'
import { completable } from './suggest'

const known: Suggestion[] = [
  { kind: 'place', value: 'Berlin, Germany', count: 40 },
  { kind: 'title', value: 'Berlin Guide', count: 3 },
  { kind: 'title', value: 'Python Engineer', count: 812 },
  { kind: 'skill', value: 'Python', count: 1200 },
  { kind: 'company', value: 'Pythagoras', count: 2 },
  { kind: 'place', value: 'Bern, Switzerland', count: 12 },
]

let requests: Request[]
let hang: boolean

beforeEach(() => {
  hang = false
  // Answers like the service: every word of the query begins a word of the suggestion.
  requests = serve((request) => {
    if (hang) return new Promise<Response>(() => {})
    const { searchParams } = new URL(request.url)
    const kinds = searchParams.getAll('kind')
    const words = searchParams.get('q')!.toLowerCase().split(/\s+/)
    const matches = ({ value }: Suggestion) =>
      words.every((w) => value.toLowerCase().split(/\W+/).some((part) => part.startsWith(w)))
    return json({ items: known.filter((s) => (kinds.length === 0 || kinds.includes(s.kind)) && matches(s)) })
  })
})

const asked = () => requests.map((r) => new URL(r.url).searchParams.get('q'))

function show(which: 'keyword' | 'place', given: Partial<Search> = {}) {
  const type = vi.fn()
  const change = vi.fn()
  const search = { ...emptySearch, ...given }
  render(
    which === 'keyword' ? (
      <SearchField search={search} onType={type} onChange={change} />
    ) : (
      <PlaceField search={search} onChange={change} />
    ),
  )
  const field = screen.getByLabelText(which === 'keyword' ? 'Search for jobs' : 'Place')
  expect(field).toHaveRole('combobox')
  return {
    type,
    change,
    field,
    write: (value: string) => fireEvent.change(field, { target: { value } }),
    press: (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(field, { key })),
  }
}

const option = (name: RegExp) => screen.findByRole('option', { name })
const picked = () => document.querySelector('[role=option][aria-selected=true]')?.textContent

describe('the search field', () => {
  it('completes, grouped by kind and with counts', async () => {
    const { write, field } = show('keyword')
    write('pyt')
    expect(field).toHaveAttribute('aria-expanded', 'false')
    await option(/^Python Engineer 812$/)
    expect(field).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getAllByRole('group').map((g) => g.getAttribute('aria-label'))).toEqual(['Titles', 'Skills', 'Companies'])
    expect(screen.getAllByRole('option').map((o) => o.textContent)).toEqual(['Python Engineer812', 'Python1,200', 'Pythagoras2'])
  })

  it('moves through the suggestions and back to the text with the arrow keys', async () => {
    const { write, press, field } = show('keyword')
    write('pyt')
    await option(/Engineer/)
    expect(picked()).toBeUndefined()
    press('ArrowDown')
    expect(picked()).toBe('Python Engineer812')
    expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id)
    press('ArrowDown', 'ArrowDown')
    expect(picked()).toBe('Pythagoras2')
    press('ArrowDown')
    expect(picked()).toBeUndefined()
    press('ArrowUp')
    expect(picked()).toBe('Pythagoras2')
  })

  it('searches for what was typed on Enter', async () => {
    const { write, press, type, change } = show('keyword')
    write('pyt')
    await option(/Engineer/)
    press('Enter')
    expect(type).toHaveBeenCalledExactlyOnceWith('pyt')
    expect(change).not.toHaveBeenCalled()
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })

  it('closes on Escape and keeps the text', async () => {
    const { write, press, field } = show('keyword')
    write('pyt')
    await option(/Engineer/)
    press('Escape')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(field).toHaveValue('pyt')
    press('ArrowDown')
    expect(screen.getByRole('listbox')).toBeInTheDocument()
  })

  it('takes a title as the keyword', async () => {
    const { write, press, type, field } = show('keyword')
    write('pyt')
    await option(/Engineer/)
    press('ArrowDown', 'Enter')
    expect(type).toHaveBeenLastCalledWith('Python Engineer')
    expect(field).toHaveValue('Python Engineer')
  })

  it('takes a skill, company or place as a filter instead of the words', async () => {
    const { write, change, field } = show('keyword', { skill: ['Go'] })
    write('pyt')
    fireEvent.click(await option(/^Python 1/))
    expect(change).toHaveBeenCalledExactlyOnceWith({ keyword: '', skill: ['Go', 'Python'] })
    expect(field).toHaveValue('')
  })

  it('completes the last word if nothing matches all of them', async () => {
    const { write, change, field } = show('keyword')
    write('remote python berl')
    const berlin = await option(/^Berlin, Germany/)
    expect(screen.queryByRole('option', { name: /Berlin Guide/ })).not.toBeInTheDocument() // a title without the other words
    fireEvent.click(berlin)
    expect(change).toHaveBeenCalledExactlyOnceWith({ keyword: 'remote python', near: null, within: null, location: ['Berlin, Germany'] })
    expect(field).toHaveValue('remote python')
    expect(asked()).toEqual(['remote python berl', 'berl'])
  })

  it('keeps the old suggestions until the next ones are there', async () => {
    const { write } = show('keyword')
    write('pyt')
    await option(/Engineer/)
    hang = true
    write('pyth')
    await vi.waitFor(() => expect(asked()).toEqual(['pyt', 'pyth']), 20_000)
    expect(screen.getAllByRole('option')).toHaveLength(3)
  })
})

it.each([
  ['pyt', true], ['front-end', true], ['go pyt', true],
  ['', false], ['"pyt', false], ['go -pyt', false], ['title:pyt', false], ['x'.repeat(101), false],
])('%s can be completed: %s', (typed, can) => {
  expect(completable(typed)).toBe(can)
})

describe('the place field', () => {
  it('takes the first suggestion on Enter, beside other places', async () => {
    const { write, press, change, field } = show('place', { location: ['Lund, Sweden'] })
    write('ber')
    await option(/Berlin/)
    expect(picked()).toBe('Berlin, Germany40')
    press('Enter')
    expect(change).toHaveBeenCalledExactlyOnceWith({ near: null, within: null, location: ['Lund, Sweden', 'Berlin, Germany'] })
    expect(field).toHaveValue('')
    expect(new URL(requests[0]!.url).searchParams.getAll('kind')).toEqual(['place'])
  })

  it('takes the suggestion when the field is left, unless it was closed', async () => {
    const { write, press, change, field } = show('place')
    write('ber')
    await option(/Berlin/)
    press('Escape')
    fireEvent.blur(field)
    expect(change).not.toHaveBeenCalled()
    expect(field).toHaveValue('')
    write('bern') // still with the suggestions for "ber", of which Berlin was the first
    fireEvent.blur(field)
    expect(change).toHaveBeenCalledExactlyOnceWith({ near: null, within: null, location: ['Bern, Switzerland'] })
  })

  it('offers a distance around one place', () => {
    show('place')
    expect(screen.queryByLabelText('Distance')).not.toBeInTheDocument()
    cleanup()
    show('place', { location: ['Lund', 'Oslo'] })
    expect(screen.queryByLabelText('Distance')).not.toBeInTheDocument()
    cleanup()
    const { change } = show('place', { location: ['Lund'] })
    fireEvent.change(screen.getByLabelText('Distance'), { target: { value: '50km' } })
    expect(change).toHaveBeenCalledExactlyOnceWith({ near: 'Lund', within: '50km', location: [] })
  })

  it('keeps the distance for another place', async () => {
    const { write, press, change } = show('place', { near: 'Lund', within: '50km' })
    write('ber')
    await option(/Berlin/)
    press('ArrowDown', 'Enter')
    expect(change).toHaveBeenCalledExactlyOnceWith({ near: 'Bern, Switzerland', within: '50km', location: [] })
  })

  it('switches a place between itself and around it', () => {
    const { change } = show('place', { near: 'Lund', within: '30km' })
    expect(screen.getByLabelText('Place')).toHaveValue('Lund')
    fireEvent.change(screen.getByLabelText('Distance'), { target: { value: '' } })
    expect(change).toHaveBeenLastCalledWith({ near: null, within: null, location: ['Lund'] })
    fireEvent.change(screen.getByLabelText('Distance'), { target: { value: '100km' } })
    expect(change).toHaveBeenLastCalledWith({ near: 'Lund', within: '100km', location: [] })
    fireEvent.click(screen.getByRole('button', { name: 'Clear the place' }))
    expect(change).toHaveBeenLastCalledWith({ near: null, within: null })
  })

  it('takes a place that is not known', () => {
    const { write, press, change } = show('place')
    write(' Atlantis ')
    press('Enter')
    expect(change).toHaveBeenCalledExactlyOnceWith({ near: null, within: null, location: ['Atlantis'] })
  })
})
