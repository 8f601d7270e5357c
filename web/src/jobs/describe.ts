import type { JobSummary } from '~/api/models'
import { formatAgo } from '~/format/date'
import { text } from '~/text'
import type { Chip } from './search-state'

const languageNames = typeof Intl.DisplayNames === 'function' ? new Intl.DisplayNames(undefined, { type: 'language' }) : null

export function languageName(code: string): string {
  try {
    return languageNames?.of(code.toLowerCase()) ?? code
  } catch {
    return code
  }
}

/** placeOf is where the work is, in one short line. */
export function placeOf(job: Pick<JobSummary, 'location' | 'locations' | 'workplaceType'>): string | null {
  const [first, ...rest] = job.locations
  const place = first ? [first.city, first.country].filter(Boolean).join(', ') || first.region : job.location
  if (!place) return job.workplaceType === 'remote' ? text.jobs.workplaceType.remote : null
  return rest.length > 0 ? text.jobs.andMore(place, rest.length) : place
}

export function ageOf(job: Pick<JobSummary, 'postedAt' | 'firstSeenAt'>): string {
  return formatAgo(job.postedAt ?? job.firstSeenAt)
}

/** sourceName is the kind of board that a posting comes from; one that is not known here keeps its own name. */
export function sourceName(source: string): string {
  return text.jobs.sources[source] ?? source
}

/** valueName is how a filter's value is shown to people. */
export function valueName(filter: Chip['filter'], value: string): string {
  switch (filter) {
    case 'workplaceType':
    case 'employmentType':
    case 'careerLevel':
    case 'postedWithin':
      return (text.jobs[filter] as Record<string, string>)[value] ?? value
    case 'language':
      return languageName(value)
    case 'compensationMin':
      return text.jobs.payFrom(Number(value).toLocaleString())
    case 'includeClosed':
      return text.jobs.withClosed
    default:
      return value
  }
}
