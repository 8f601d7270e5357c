import type { ConfirmedWithin, JobSummary, PostedWithin, UnderstoodFilter } from '~/api/models'
import { formatAgo, locale } from '~/format/date'
import { formatMoney, formatNumber } from '~/format/number'
import { text } from '~/text'
import { families } from './families'
import { type Chip, chipsOf, type ListFilter, type Search } from './search-state'

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
  const place = first ? [first.city, first.country].filter(Boolean).join(', ') || first.region : job.location
  if (!place) return job.workplaceType === 'remote' ? text.jobs.workplaceType.remote : null
  return rest.length > 0 ? text.jobs.andMore(placeName(place), rest.length) : placeName(place)
}

/** placeName returns a place as boards write it, except for the one that is none. */
const placeName = (place: string) => (place.toLowerCase() === 'remote' ? text.jobs.workplaceType.remote : place)

export function ageOf(job: Pick<JobSummary, 'postedAt' | 'firstSeenAt'>): string {
  return formatAgo(job.postedAt ?? job.firstSeenAt)
}

/** sourceName returns the name of a board family; an unknown one keeps its key. */
export function sourceName(source: string): string {
  return families[source] ?? source
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
    case 'near':
      return text.jobs.nearPlace(distanceName(s.within ?? ''), value)
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

/** searchName describes a search in one line, as a name for it. */
export function searchName(s: Search): string {
  return [s.keyword, ...chipsOf(s).map((c) => chipName(s, c))].filter(Boolean).join(', ') || text.jobs.everything
}

/** understoodName describes the filter that words were read as, such as "Workplace: Remote". */
export function understoodName({ filter, value }: UnderstoodFilter): string {
  if (filter === 'compensationMin') return text.jobs.understoodPay(formatNumber(Number(value)))
  return text.jobs.filterValue(text.jobs.facets[filter], valueName(filter, value))
}
