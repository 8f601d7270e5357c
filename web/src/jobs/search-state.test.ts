import { describe, expect, it } from 'vitest'
import { chipsOf, emptySearch, filtersOf, formatSearch, isNarrowed, parseSearch, type Search, searchAddress, searchOf, toggle, withoutChip } from './search-state'

const full: Search = {
  keyword: 'go developer',
  location: ['Lund, Sweden', 'Remote'],
  company: ['Foo Widgets, Inc.'],
  workplaceType: ['remote'],
  employmentType: ['full-time', 'contract'],
  careerLevel: ['senior'],
  language: ['en'],
  skill: ['C++', 'Go'],
  compensationMin: 60000,
  compensationCurrency: 'EUR',
  postedWithin: 'week',
  includeClosed: true,
  sort: 'salary-desc',
}

describe('the address of a search', () => {
  it('brings every property back', () => {
    expect(parseSearch(new URLSearchParams(formatSearch(full).toString()))).toEqual(full)
  })

  it('is empty for an empty search', () => {
    expect(formatSearch(emptySearch).toString()).toBe('')
    expect(searchAddress(emptySearch)).toBe('/find')
    expect(parseSearch(new URLSearchParams())).toEqual(emptySearch)
  })

  it.each([
    ['an unknown workplace', 'workplaceType=moon&workplaceType=hybrid', { workplaceType: ['hybrid'] }],
    ['an unknown sort', 'sort=random', { sort: 'newest' }],
    ['an unknown age', 'postedWithin=decade', { postedWithin: null }],
    ['a language that is no code', 'language=english&language=sv', { language: ['sv'] }],
    ['pay that is no number', 'compensationMin=lots', { compensationMin: null }],
    ['negative pay', 'compensationMin=-1', { compensationMin: null }],
    ['a currency in small letters', 'compensationCurrency=eur', { compensationCurrency: 'EUR' }],
    ['repeats and blanks', 'skill=Go&skill=Go&skill=+', { skill: ['Go'] }],
    ['foreign parameters', 'job=1&utm_source=x', {}],
  ])('forgives %s', (_, query, want) => {
    expect(parseSearch(new URLSearchParams(query))).toEqual({ ...emptySearch, ...want })
  })

  it('cuts what no service would take', () => {
    const params = new URLSearchParams({ keyword: 'x'.repeat(600) })
    for (let i = 0; i < 80; i++) params.append('skill', `s${i}`)
    const search = parseSearch(params)
    expect(search.keyword).toHaveLength(500)
    expect(search.skill).toHaveLength(50)
  })
})

describe('filters for the services', () => {
  it('leave out what is not set', () => {
    expect(filtersOf({ ...emptySearch, keyword: '  ' })).toEqual({})
    expect(filtersOf({ ...emptySearch, keyword: ' go ', sort: 'oldest' })).toEqual({ keyword: 'go', sort: 'oldest' })
  })

  it('survive being saved', () => {
    expect(searchOf(filtersOf(full))).toEqual(full)
  })
})

describe('chips', () => {
  it('can each be taken away until nothing narrows the search', () => {
    let search = full
    for (const chip of chipsOf(full)) search = withoutChip(search, chip)
    expect(search).toEqual({ ...emptySearch, keyword: full.keyword, sort: full.sort })
    expect(chipsOf(search)).toEqual([])
  })

  it('do not count the sort as narrowing', () => {
    expect(isNarrowed({ ...emptySearch, sort: 'oldest' })).toBe(false)
    expect(isNarrowed({ ...emptySearch, keyword: 'go' })).toBe(true)
  })

  it('toggle', () => {
    expect(toggle(['a', 'b'], 'a')).toEqual(['b'])
    expect(toggle(['a'], 'b')).toEqual(['a', 'b'])
  })
})
