import { careerLevels, confirmedWithins, employmentTypes, jobSorts, postedWithins, workplaceTypes } from '~/api/enums'
import type {
  CareerLevel,
  ConfirmedWithin,
  EmploymentType,
  JobFilters,
  JobSort,
  PostedWithin,
  StoredFilters,
  WorkplaceType,
} from '~/api/models'

// The address bar holds the search, so that it can be shared, bookmarked and gone back to. Its parameters are those of the
// API.

/** The filters whose values are counted, in display order. */
export const lists = ['workplaceType', 'location', 'careerLevel', 'employmentType', 'skill', 'company', 'language'] as const
export type ListFilter = (typeof lists)[number]

const allLists = [...lists, 'excludeCompany'] as const

export const emptySearch = {
  keyword: '',
  /** Whether unknown words are corrected; false after "search for … instead". */
  correct: true,
  location: [] as string[],
  /** A place to be near; `within` is set with it, such as "30km". */
  near: null as string | null,
  within: null as string | null,
  company: [] as string[],
  excludeCompany: [] as string[],
  workplaceType: [] as WorkplaceType[],
  employmentType: [] as EmploymentType[],
  careerLevel: [] as CareerLevel[],
  language: [] as string[],
  skill: [] as string[],
  experienceMax: null as number | null,
  /** 0 asks for any stated pay. The currency and `includeUnpriced` are set only with it. */
  compensationMin: null as number | null,
  compensationCurrency: null as string | null,
  includeUnpriced: false,
  postedWithin: null as PostedWithin | null,
  confirmedWithin: null as ConfirmedWithin | null,
  includeClosed: false,
  /** 0 leaves out what boards do not confirm. */
  unconfirmedDays: null as number | null,
  /** null until one is chosen; see sortOf. */
  sort: null as JobSort | null,
}

export type Search = typeof emptySearch

const DEFAULT_DISTANCE = '30km'

export const MAX_VALUES = 50
const MAX_EXCLUDED = 200

function oneOf<T extends string>(allowed: readonly T[], value: string | null): T | null {
  return allowed.includes(value as T) ? (value as T) : null
}

const someOf = <T extends string>(allowed: readonly T[], values: string[]): T[] =>
  unique(values).filter((v): v is T => allowed.includes(v as T))

const unique = (values: string[], most = MAX_VALUES) => [...new Set(values.map((v) => v.trim()).filter(Boolean))].slice(0, most)

function wholeNumber(value: string | null, most: number): number | null {
  const n = Number(value)
  return value?.trim() && Number.isInteger(n) && n >= 0 && n <= most ? n : null
}

/** parseSearch parses an address. Invalid parts are ignored, so that an old or mistyped link still finds something. */
export function parseSearch(params: URLSearchParams): Search {
  const keyword = (params.get('keyword') ?? '').slice(0, 500)
  const near = params.get('near')?.trim().slice(0, 200) || null
  const within = params.get('within')
  const code = params.get('compensationCurrency')
  const currency = code && /^[a-z]{3}$/i.test(code) ? code.toUpperCase() : null
  // A currency alone asks for any stated pay, as in the API.
  const pay = wholeNumber(params.get('compensationMin'), 1e12) ?? (currency ? 0 : null)
  return {
    keyword,
    correct: !keyword.trim() || params.get('correct') !== 'false',
    location: unique(params.getAll('location')),
    near,
    within: near && (within && /^[0-9]{1,4}(km|mi)$/.test(within) ? within : DEFAULT_DISTANCE),
    company: unique(params.getAll('company')),
    excludeCompany: unique(params.getAll('excludeCompany'), MAX_EXCLUDED),
    workplaceType: someOf(workplaceTypes, params.getAll('workplaceType')),
    employmentType: someOf(employmentTypes, params.getAll('employmentType')),
    careerLevel: someOf(careerLevels, params.getAll('careerLevel')),
    language: unique(params.getAll('language')).filter((l) => /^[a-z]{2}$/i.test(l)),
    skill: unique(params.getAll('skill')),
    experienceMax: wholeNumber(params.get('experienceMax'), 50),
    compensationMin: pay,
    compensationCurrency: pay === null ? null : currency,
    includeUnpriced: pay !== null && params.get('includeUnpriced') === 'true',
    postedWithin: oneOf(postedWithins, params.get('postedWithin')),
    confirmedWithin: oneOf(confirmedWithins, params.get('confirmedWithin')),
    includeClosed: params.get('includeClosed') === 'true',
    unconfirmedDays: wholeNumber(params.get('unconfirmedDays'), 30),
    sort: oneOf(jobSorts, params.get('sort')),
  }
}

/** formatSearch returns a search as parameters of an address, without defaults. */
export function formatSearch({ correct = true, ...search }: Partial<Search>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filtersOf({ ...emptySearch, ...search }))) {
    for (const one of [value].flat()) params.append(name, String(one))
  }
  if (!correct && params.has('keyword')) params.set('correct', 'false')
  return params
}

export function searchAddress(search: Partial<Search>): string {
  const params = formatSearch(search).toString()
  return params ? `/find?${params}` : '/find'
}

/** filtersOf returns a search as it is saved: what is not set is absent. */
export function filtersOf(s: Search): JobFilters {
  const filters: JobFilters = {}
  if (s.keyword.trim()) filters.keyword = s.keyword.trim()
  for (const name of allLists) {
    if (s[name].length > 0) Object.assign(filters, { [name]: s[name] })
  }
  if (s.near) Object.assign(filters, { near: s.near, within: s.within ?? DEFAULT_DISTANCE })
  if (s.experienceMax !== null) filters.experienceMax = s.experienceMax
  if (s.compensationMin !== null) {
    filters.compensationMin = s.compensationMin
    if (s.compensationCurrency) filters.compensationCurrency = s.compensationCurrency
    if (s.includeUnpriced) filters.includeUnpriced = true
  }
  if (s.postedWithin) filters.postedWithin = s.postedWithin
  if (s.confirmedWithin) filters.confirmedWithin = s.confirmedWithin
  if (s.includeClosed) filters.includeClosed = true
  if (s.unconfirmedDays !== null) filters.unconfirmedDays = s.unconfirmedDays
  if (s.sort) filters.sort = s.sort
  return filters
}

/** searchOf parses saved filters and, as in an address, ignores invalid parts. */
export function searchOf(filters: StoredFilters): Search {
  const pay = filters.compensationMin ?? (filters.compensationCurrency ? 0 : null)
  return parseSearch(formatSearch({ ...(filters as Partial<Search>), compensationMin: pay }))
}

/** sortOf returns the order of the results: the chosen one, else best match if there is a keyword, else newest. */
export function sortOf(s: Search): JobSort {
  return s.sort ?? (s.keyword.trim() ? 'relevance' : 'newest')
}

/** queryOf returns the query of a search, without the order. */
export function queryOf(s: Search) {
  const { sort: _, ...filters } = filtersOf(s)
  return filters.keyword ? { ...filters, interpret: true, correct: s.correct } : filters
}

/** isNarrowed reports whether a search has a keyword or a filter. */
export function isNarrowed(s: Search): boolean {
  return formatSearch({ ...s, sort: null }).size > 0
}

export function toggle<T extends string>(values: T[], value: T): T[] {
  return values.includes(value) ? values.filter((v) => v !== value) : [...values, value]
}

/** isRemote reports whether a place is a kind of workplace, which the API finds and counts as a place too. */
export const isRemote = (place: string) => place.toLowerCase() === 'remote'

/** at adds a place to a search or, with a distance, searches around this place alone. */
export function at(search: Search, place: string, distance: string | null): Partial<Search> {
  if (isRemote(place)) {
    const others = search.workplaceType.filter((w) => w !== 'remote')
    return { workplaceType: [...others, 'remote'], location: search.location.filter((l) => !isRemote(l)) }
  }
  if (distance) return { near: place, within: distance, location: [] }
  return { near: null, within: null, location: [...search.location.filter((l) => l.toLowerCase() !== place.toLowerCase()), place] }
}

/** excluding leaves a company out, also of the chosen companies. */
export function excluding(s: Search, company: string): Pick<Search, 'company' | 'excludeCompany'> {
  const others = (names: string[]) => names.filter((n) => n.toLowerCase() !== company.toLowerCase())
  return { company: others(s.company), excludeCompany: [...others(s.excludeCompany), company] }
}

export interface Chip {
  filter: keyof Search
  value: string
}

/** chipsOf lists the filters of a search, one entry for each that can be removed. */
export function chipsOf(s: Search): Chip[] {
  const chips: Chip[] = allLists.flatMap((filter) => s[filter].map((value) => ({ filter, value })))
  for (const filter of ['near', 'experienceMax', 'postedWithin', 'confirmedWithin', 'unconfirmedDays', 'compensationMin'] as const) {
    if (s[filter] !== null) chips.push({ filter, value: String(s[filter]) })
  }
  for (const filter of ['includeUnpriced', 'includeClosed'] as const) {
    if (s[filter]) chips.push({ filter, value: 'true' })
  }
  return chips
}

const noPay = { compensationMin: null, compensationCurrency: null, includeUnpriced: false }

/** payOf sets the minimum pay. Without one, its currency and `includeUnpriced` are cleared too. */
export function payOf(min: number | null, currency: string | null, includeUnpriced: boolean): Pick<Search, keyof typeof noPay> {
  if (min === null || (min === 0 && includeUnpriced)) return noPay
  return { compensationMin: min, compensationCurrency: min > 0 ? currency : null, includeUnpriced }
}

export function withoutChip(s: Search, { filter, value }: Chip): Search {
  if (filter === 'near') return { ...s, near: null, within: null }
  if (filter === 'compensationMin') return { ...s, ...noPay }
  if (Array.isArray(s[filter])) return { ...s, [filter]: (s[filter] as string[]).filter((v) => v !== value) }
  return { ...s, [filter]: emptySearch[filter] }
}
