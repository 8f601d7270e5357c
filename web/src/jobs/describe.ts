import type { ConfirmedWithin, JobLocation, JobSummary, PostedWithin, UnderstoodFilter } from '~/api/models'
import { formatAgo, locale } from '~/format/date'
import { formatMoney, formatNumber } from '~/format/number'
import { text } from '~/text'
import { countryName, inOwnWords } from './countries'
import { families } from './families'
import { type Chip, chipsOf, isRemote, type ListFilter, type Search } from './search-state'

const languageNames = typeof Intl.DisplayNames === 'function' ? new Intl.DisplayNames(locale(), { type: 'language' }) : null

export function languageName(code: string): string {
  try {
    return languageNames?.of(code.toLowerCase()) ?? code
  } catch {
    return code
  }
}

/** placeOf returns where the work is, in one short line. */
export function placeOf(job: Pick<JobSummary, 'location' | 'locations' | 'workplaceType'>): string | null {
  const [first, ...rest] = job.locations
  const place = first ? locationName({ ...first, region: first.city || first.country ? null : first.region }) : job.location
  if (!place) return job.workplaceType === 'remote' ? text.jobs.workplaceType.remote : null
  if (!first) return placeName(place)
  return rest.length > 0 ? text.jobs.andMore(place, rest.length) : place
}

/** locationName returns a known place with its country in the language of the app. */
export function locationName({ city, region, country }: Pick<JobLocation, 'city' | 'region' | 'country'>): string {
  return [city, sameName(city, region) ? null : region, country && countryName(country)].filter(Boolean).join(', ')
}

/** sameName reports whether a region is only another spelling of its city, such as Lisboa of Lisbon. */
function sameName(city: string | null, region: string | null): boolean {
  if (!city || !region) return false
  const start = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').slice(0, 4).toLowerCase()
  return start(city) === start(region) && Math.abs(city.length - region.length) <= 2
}

/** placeName returns a place as boards write it, with its country in the language of the app. */
export const placeName = (place: string) => (isRemote(place) ? text.jobs.workplaceType.remote : inOwnWords(place))

export function ageOf(job: Pick<JobSummary, 'postedAt' | 'firstSeenAt'>): string {
  return formatAgo(job.postedAt ?? job.firstSeenAt)
}

/** sourceName returns the name of a board family; an unknown one keeps its key. */
export function sourceName(source: string): string {
  return source === 'jsonld' ? text.jobs.careersPage : (families[source] ?? source)
}

/** distanceName formats a distance such as "30km". */
export function distanceName(within: string): string {
  return within.replace(/^(\d+)(km|mi)$/, '$1 $2')
}

/** valueName returns the label of a filter's value. */
export function valueName(filter: ListFilter, value: string): string {
  switch (filter) {
    case 'workplaceType':
    case 'employmentType':
    case 'careerLevel':
      return (text.jobs[filter] as Record<string, string>)[value] ?? value
    case 'language':
      return languageName(value)
    case 'location':
      return placeName(value)
    default:
      return value
  }
}

/** chipName describes one filter of a search. */
export function chipName(s: Search, { filter, value }: Chip): string {
  switch (filter) {
    case 'keyword':
      return value
    case 'near':
      return text.jobs.nearPlace(distanceName(s.within ?? ''), placeName(value))
    case 'excludeCompany':
      return text.jobs.exclude(value)
    case 'experienceMax':
      return text.jobs.experienceMax(Number(value))
    case 'postedWithin':
      return text.jobs.postedWithin[value as PostedWithin]
    case 'confirmedWithin':
      return text.jobs.confirmed[value as ConfirmedWithin]
    case 'compensationMin':
      if (value === '0') return text.jobs.payNamed
      return text.jobs.payFrom(
        s.compensationCurrency ? formatMoney(Number(value), s.compensationCurrency) : formatNumber(Number(value)),
      )
    case 'includeUnpriced':
      return text.jobs.withUnpriced
    case 'unconfirmedDays':
      return value === '0' ? text.jobs.confirmedOnly : text.jobs.unconfirmedAtMost(Number(value))
    case 'includeClosed':
      return text.jobs.withClosed
    default:
      return valueName(filter as ListFilter, value)
  }
}

const partsOf = (s: Search) => [s.keyword.trim(), ...chipsOf(s).map((c) => chipName(s, c))].filter(Boolean)

/** searchName describes a search in one line. */
export function searchName(s: Search): string {
  return partsOf(s).join(', ') || text.jobs.everything
}

/** The longest name of a saved search. */
export const MAX_NAME = 80

const SHORT = 48 // fits in one line of a menu

/** proposedName returns a short name for a search. Parts and words that have no room are left out whole. */
export function proposedName(s: Search): string {
  const [first = text.jobs.everything, ...more] = partsOf(s)
  let name = first
  for (const part of more) {
    if (name.length + part.length + 2 > SHORT) break
    name += `, ${part}`
  }
  if (name.length <= SHORT) return name
  const end = name.lastIndexOf(' ', SHORT)
  return end > 0 ? name.slice(0, end).replace(/[\s,;:–-]+$/, '') : name.slice(0, MAX_NAME)
}

/** understoodName describes the filter that words were read as, such as "Workplace: Remote". Amounts are in the currency. */
export function understoodName(f: UnderstoodFilter, currency: string): string {
  switch (f.filter) {
    case 'compensationMin':
      return text.jobs.understoodPay(formatMoney(Number(f.value), f.currency ?? currency))
    case 'postedWithin':
      return text.jobs.filterValue(text.jobs.postedTitle, text.jobs.postedWithin[f.value as PostedWithin])
    case 'exclude':
      return text.jobs.withoutWords(f.value)
    default:
      return text.jobs.filterValue(text.jobs.facets[f.filter], valueName(f.filter, f.value))
  }
}
