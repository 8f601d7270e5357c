import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { JobPage, JobSummary, NewRule } from '~/api/models'

// A new entry of the list of what is never shown reaches a search by a request for the entry, one for the list and one for
// the search. The loaded lists show it before that.

const key = ['jobs', 'search']

type Pages = InfiniteData<JobPage>

const folded = (text: string) => text.toLowerCase()

/** hidesWith returns which postings an entry hides, as far as their rows tell. */
export function hidesWith(entry: NewRule, known: JobSummary[]): (job: JobSummary) => boolean {
  const value = folded(entry.value ?? '')
  switch (entry.kind) {
    case 'JOB':
      return (job) => job.id === entry.jobId
    case 'COMPANY': {
      const company = known.find((job) => job.id === entry.jobId)?.company
      const name = company ? company.name : entry.value
      return (job) => (company?.id ? job.company.id === company.id : job.company.name === name)
    }
    case 'TITLE_WORD': {
      const words = value.split(/\s+/).map((w) => w.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      const phrase = new RegExp(String.raw`(^|[^\p{L}\p{N}])${words.join(String.raw`\s+`)}($|[^\p{L}\p{N}])`, 'u')
      return (job) => !job.always && phrase.test(folded(job.title))
    }
    case 'PLACE':
      // A posting that is in another place, too, stays.
      return ({ always, locations }) =>
        !always && locations.length > 0 && locations.every((l) => folded([l.city, l.country].filter(Boolean).join(', ')) === value)
    default:
      return () => false
  }
}

/** hide returns the pages of a list without what is hidden or, where hidden postings are shown, with a mark on it. */
function hide(pages: Pages, hides: (job: JobSummary) => boolean, marks: boolean): Pages {
  const found = pages.pages.flatMap((p) => p.content).filter((job) => !job.hidden && hides(job)).length
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      content: marks ? page.content.map((j) => (hides(j) ? { ...j, hidden: true } : j)) : page.content.filter((j) => !hides(j)),
      totalElements: marks ? page.totalElements : page.totalElements - found,
      hidden: (page.hidden ?? 0) + found,
    })),
  }
}

/** hideNow hides in the loaded lists what an entry hides, and returns how to undo that. */
export function hideNow(client: QueryClient, entry: NewRule): () => void {
  const before: [QueryKey, Pages | undefined][] = client.getQueriesData<Pages>({ queryKey: key })
  const known = before.flatMap(([, data]) => data?.pages.flatMap((p) => p.content) ?? [])
  const hides = hidesWith(entry, known)
  for (const [at, data] of before) {
    const marks = (at[2] as { showHidden?: boolean }).showHidden === true
    if (data) client.setQueryData(at, hide(data, hides, marks))
  }
  return () => {
    for (const [at, data] of before) client.setQueryData(at, data)
  }
}
