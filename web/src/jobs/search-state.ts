import type { JobFilters } from '~/api/models'

// The address bar is the state of a search: it can be shared, bookmarked and gone back to. The names are those of the
// interface, so an address reads like the request it makes.

export const workplaceTypes = ['remote', 'hybrid', 'onsite'] as const
export const employmentTypes = ['full-time', 'part-time', 'contract', 'freelance', 'internship'] as const
export const careerLevels = ['internship', 'junior', 'mid', 'senior', 'lead', 'principal', 'manager', 'director'] as const
export const postedWithins = ['today', '3d', 'week', 'month'] as const
export const sorts = ['newest', 'oldest', 'relevance', 'salary-desc', 'salary-asc'] as const

export type Sort = (typeof sorts)[number]
export type PostedWithin = (typeof postedWithins)[number]

export interface Search {
  keyword: string
  location: string[]
  company: string[]
  workplaceType: (typeof workplaceTypes)[number][]
  employmentType: (typeof employmentTypes)[number][]
  careerLevel: (typeof careerLevels)[number][]
  language: string[]
  skill: string[]
  compensationMin: number | null
  compensationCurrency: string | null
  postedWithin: PostedWithin | null
  includeClosed: boolean
  sort: Sort
}

/** The filters that hold several values, in the order in which they are shown. */
export const lists = ['workplaceType', 'location', 'careerLevel', 'employmentType', 'skill', 'company', 'language'] as const
export type ListFilter = (typeof lists)[number]

export const emptySearch: Search = {
  keyword: '', location: [], company: [], workplaceType: [], employmentType: [], careerLevel: [], language: [], skill: [],
  compensationMin: null, compensationCurrency: null, postedWithin: null, includeClosed: false, sort: 'newest',
}

const MAX_VALUES = 50

function oneOf<T extends string>(allowed: readonly T[], value: string | null): T | null {
  return allowed.includes(value as T) ? (value as T) : null
}

const someOf = <T extends string>(allowed: readonly T[], values: string[]): T[] => unique(values).filter((v): v is T => allowed.includes(v as T))

const unique = (values: string[]) => [...new Set(values.map((v) => v.trim()).filter(Boolean))].slice(0, MAX_VALUES)

/** parseSearch reads an address. What makes no sense is left out: an old or mistyped link still finds something. */
export function parseSearch(params: URLSearchParams): Search {
  const pay = Number(params.get('compensationMin'))
  const currency = params.get('compensationCurrency')
  return {
    keyword: (params.get('keyword') ?? '').slice(0, 500),
    location: unique(params.getAll('location')),
    company: unique(params.getAll('company')),
    workplaceType: someOf(workplaceTypes, params.getAll('workplaceType')),
    employmentType: someOf(employmentTypes, params.getAll('employmentType')),
    careerLevel: someOf(careerLevels, params.getAll('careerLevel')),
    language: unique(params.getAll('language')).filter((l) => /^[a-z]{2}$/i.test(l)),
    skill: unique(params.getAll('skill')),
    compensationMin: Number.isInteger(pay) && pay > 0 && pay <= 1e12 ? pay : null,
    compensationCurrency: currency && /^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : null,
    postedWithin: oneOf(postedWithins, params.get('postedWithin')),
    includeClosed: params.get('includeClosed') === 'true',
    sort: oneOf(sorts, params.get('sort')) ?? 'newest',
  }
}

/** formatSearch writes a search as an address, leaving out everything that is the default. */
export function formatSearch(search: Partial<Search>): URLSearchParams {
  const params = new URLSearchParams()
  if (search.keyword?.trim()) params.set('keyword', search.keyword)
  for (const name of lists) for (const value of search[name] ?? []) params.append(name, value)
  if (search.compensationMin) params.set('compensationMin', String(search.compensationMin))
  if (search.compensationCurrency) params.set('compensationCurrency', search.compensationCurrency)
  if (search.postedWithin) params.set('postedWithin', search.postedWithin)
  if (search.includeClosed) params.set('includeClosed', 'true')
  if (search.sort && search.sort !== 'newest') params.set('sort', search.sort)
  return params
}

export function searchAddress(search: Partial<Search>): string {
  const params = formatSearch(search).toString()
  return params ? `/find?${params}` : '/find'
}

/** filtersOf is a search as the services take it: what is not set is absent. */
export function filtersOf(s: Search): JobFilters {
  const filters: JobFilters = {}
  if (s.keyword.trim()) filters.keyword = s.keyword.trim()
  for (const name of lists) {
    if (s[name].length > 0) Object.assign(filters, { [name]: s[name] })
  }
  if (s.compensationMin) filters.compensationMin = s.compensationMin
  if (s.compensationCurrency) filters.compensationCurrency = s.compensationCurrency
  if (s.postedWithin) filters.postedWithin = s.postedWithin
  if (s.includeClosed) filters.includeClosed = true
  if (s.sort !== 'newest') filters.sort = s.sort
  return filters
}

/** searchOf reads filters that were saved, with the same forgiveness as an address. */
export function searchOf(filters: JobFilters): Search {
  return parseSearch(formatSearch(filters as Partial<Search>))
}

/** isNarrowed is true when anything but the sort differs from showing everything. */
export function isNarrowed(s: Search): boolean {
  return formatSearch({ ...s, sort: 'newest' }).size > 0
}

export function toggle<T extends string>(values: T[], value: T): T[] {
  return values.includes(value) ? values.filter((v) => v !== value) : [...values, value]
}

export interface Chip {
  filter: keyof Search
  value: string
}

/** chipsOf lists what narrows a search, one entry for each thing that can be taken away. */
export function chipsOf(s: Search): Chip[] {
  const chips: Chip[] = lists.flatMap((filter) => s[filter].map((value) => ({ filter, value })))
  if (s.postedWithin) chips.push({ filter: 'postedWithin', value: s.postedWithin })
  if (s.compensationMin) chips.push({ filter: 'compensationMin', value: String(s.compensationMin) })
  if (s.compensationCurrency) chips.push({ filter: 'compensationCurrency', value: s.compensationCurrency })
  if (s.includeClosed) chips.push({ filter: 'includeClosed', value: 'true' })
  return chips
}

export function withoutChip(s: Search, chip: Chip): Search {
  switch (chip.filter) {
    case 'postedWithin':
    case 'compensationMin':
    case 'compensationCurrency':
      return { ...s, [chip.filter]: null }
    case 'includeClosed':
      return { ...s, includeClosed: false }
    case 'keyword':
    case 'sort':
      return { ...s, [chip.filter]: emptySearch[chip.filter] }
    default:
      return { ...s, [chip.filter]: (s[chip.filter] as string[]).filter((v) => v !== chip.value) }
  }
}
