import { describe, expect, it } from 'vitest'
import {
  at,
  chipsOf,
  emptySearch,
  excluding,
  filtersOf,
  formatSearch,
  isNarrowed,
  parseSearch,
  payOf,
  queryOf,
  type Search,
  searchAddress,
  searchOf,
  sortOf,
  toggle,
  withoutChip,
} from './search-state'

const full: Search = {
  keyword: 'go developer',
  correct: true,
  location: ['Lund, Sweden', 'Remote'],
  near: 'Malmö, Sweden',
  within: '50km',
  company: ['Foo Widgets, Inc.'],
  excludeCompany: ['Bar & Sons', 'Baz'],
  workplaceType: ['remote'],
  employmentType: ['full-time', 'contract'],
  careerLevel: ['senior'],
  language: ['en'],
  skill: ['C++', 'Go'],
  experienceMax: 3,
  compensationMin: 60000,
  compensationCurrency: 'EUR',
  includeUnpriced: true,
  postedWithin: 'week',
  confirmedWithin: 'day',
  includeClosed: true,
  unconfirmedDays: 3,
  sort: 'salary-desc',
}

describe('the address of a search', () => {
  it('brings every property back', () => {
    for (const search of [
      full,
      { ...full, correct: false },
      { ...full, compensationMin: 0, includeUnpriced: false, experienceMax: 0, sort: 'newest' as const },
    ]) {
      expect(parseSearch(new URLSearchParams(formatSearch(search).toString()))).toEqual(search)
    }
  })

  it('is empty for an empty search', () => {
    expect(formatSearch(emptySearch).toString()).toBe('')
    expect(searchAddress(emptySearch)).toBe('/find')
    expect(parseSearch(new URLSearchParams())).toEqual(emptySearch)
  })

  it.each([
    ['an unknown workplace', 'workplaceType=moon&workplaceType=hybrid', { workplaceType: ['hybrid'] }],
    ['an unknown sort', 'sort=random', { sort: null }],
    ['an unknown age', 'postedWithin=decade', { postedWithin: null }],
    ['a language that is no code', 'language=english&language=sv', { language: ['sv'] }],
    ['pay that is no number', 'compensationMin=lots', { compensationMin: null }],
    ['negative pay', 'compensationMin=-1', { compensationMin: null }],
    ['a currency in small letters', 'compensationMin=1&compensationCurrency=eur', { compensationMin: 1, compensationCurrency: 'EUR' }],
    ['a currency alone', 'compensationCurrency=EUR', { compensationMin: 0, compensationCurrency: 'EUR' }],
    ['unpriced without pay', 'includeUnpriced=true', {}],
    ['an empty number', 'experienceMax=&compensationMin=', {}],
    ['half a year', 'experienceMax=0.5', {}],
    ['a distance from nowhere', 'within=50km', {}],
    ['an odd distance', 'near=Lund&within=far', { near: 'Lund', within: '30km' }],
    ['no correction of nothing', 'correct=false', {}],
    ['too many unconfirmed days', 'unconfirmedDays=31', {}],
    ['an unknown confirmation', 'confirmedWithin=year', {}],
    ['repeats and blanks', 'skill=Go&skill=Go&skill=+', { skill: ['Go'] }],
    ['foreign parameters', 'job=1&utm_source=x', {}],
  ])('forgives %s', (_, query, want) => {
    expect(parseSearch(new URLSearchParams(query))).toEqual({ ...emptySearch, ...want })
  })

  it('cuts what no service would take', () => {
    const params = new URLSearchParams({ keyword: 'x'.repeat(600) })
    for (let i = 0; i < 80; i++) params.append('skill', `s${i}`)
    for (let i = 0; i < 300; i++) params.append('excludeCompany', `c${i}`)
    const search = parseSearch(params)
    expect(search.excludeCompany).toHaveLength(200)
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
    expect(searchOf({ compensationCurrency: 'EUR' })).toEqual({ ...emptySearch, compensationMin: 0, compensationCurrency: 'EUR' })
  })

  it('ask for understanding and correction when there are words', () => {
    expect(queryOf(emptySearch)).toEqual({})
    expect(queryOf({ ...emptySearch, keyword: 'go', sort: 'oldest' })).toEqual({ keyword: 'go', interpret: true, correct: true })
    expect(queryOf({ ...emptySearch, keyword: 'go', correct: false })).toMatchObject({ correct: false })
  })
})

describe('the order of results', () => {
  it('is best match once there are words, unless another is chosen', () => {
    expect(sortOf(emptySearch)).toBe('newest')
    expect(sortOf({ ...emptySearch, keyword: ' ' })).toBe('newest')
    expect(sortOf({ ...emptySearch, keyword: 'go' })).toBe('relevance')
    expect(sortOf({ ...emptySearch, keyword: 'go', sort: 'newest' })).toBe('newest')
  })
})

describe('pay', () => {
  it('takes currency and unpriced postings along', () => {
    expect(payOf(80_000, 'CHF', true)).toEqual({ compensationMin: 80_000, compensationCurrency: 'CHF', includeUnpriced: true })
    expect(payOf(null, 'CHF', true)).toEqual({ compensationMin: null, compensationCurrency: null, includeUnpriced: false })
  })

  it('of nothing means that some is named', () => {
    expect(payOf(0, 'CHF', false)).toEqual({ compensationMin: 0, compensationCurrency: null, includeUnpriced: false })
    expect(payOf(0, 'CHF', true).compensationMin).toBeNull()
  })
})

it('excludes a company that was asked for', () => {
  expect(excluding({ ...emptySearch, company: ['Foo', 'Bar'], excludeCompany: ['Baz', 'FOO'] }, 'foo')).toEqual({
    company: ['Bar'],
    excludeCompany: ['Baz', 'foo'],
  })
})

describe('a place', () => {
  it('is added, or replaces all others if it has a distance', () => {
    const search = { ...emptySearch, location: ['Lund'] }
    expect(at(search, 'Oslo', null)).toEqual({ near: null, within: null, location: ['Lund', 'Oslo'] })
    expect(at(search, 'Oslo', '30km')).toEqual({ near: 'Oslo', within: '30km', location: [] })
  })

  it('called remote is a kind of workplace', () => {
    const search = { ...emptySearch, location: ['Lund', 'Remote'] }
    expect(at(search, 'remote', '30km')).toEqual({ workplaceType: ['remote'], location: ['Lund'] })
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
    expect(isNarrowed({ ...emptySearch, compensationMin: 0 })).toBe(true)
  })

  it('toggle', () => {
    expect(toggle(['a', 'b'], 'a')).toEqual(['b'])
    expect(toggle(['a'], 'b')).toEqual(['a', 'b'])
  })
})
