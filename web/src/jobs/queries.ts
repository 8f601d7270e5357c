import {
  infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, skipToken, useInfiniteQuery, useQueries, useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import { hasStatus, retriable } from '~/api/error'
import type { Facets, Job, JobPage, JobSummary } from '~/api/models'
import { session } from '~/session/session'
import { type Known, companyKey, learn } from './company-cache'
import { currencyOf, useCurrency } from './currency'
import { usePersonal } from './rules'
import { queryOf, type Search, sortOf } from './search-state'

const PAGE = 20
const RETRY_AFTER = 3 // seconds

/** While the search index is loading the service answers 503: ask again until it is ready. */
const untilReady = {
  retry: (count: number, failure: Error) => count < 2 && retriable(failure) && !hasStatus(failure, 503),
  refetchInterval: ({ state: { error } }: { state: { error: Error | null } }) =>
    hasStatus(error, 503) && 1000 * Math.min(error.retryAfter ?? RETRY_AFTER, 30),
} as const

function learnAll(client: QueryClient, postings: JobSummary[]) {
  for (const job of postings) learn(client, job.company, 'list')
}

/** useOwnQuery returns the query of a search, with amounts in the currency that is usual for it where it names none. */
function useOwnQuery(search: Search) {
  const [currencyOf] = useCurrency()
  return { ...queryOf(search), payCurrency: currencyOf(search) }
}

type PageQuery = ReturnType<typeof pageQuery>

const pageQuery = (search: Search, payCurrency: string) => ({ ...queryOf(search), payCurrency, sort: sortOf(search), highlight: true })

function searchOptions(client: QueryClient, query: PageQuery & { newSince?: string }) {
  return infiniteQueryOptions({
    queryKey: ['jobs', 'search', query],
    queryFn: async ({ pageParam, signal }) => {
      const page = await ask(jobs.GET('/jobs', { params: { query: { ...query, page: pageParam, size: PAGE } }, signal }))
      learnAll(client, page.content)
      // Keep what was asked with the response: the field may have other letters by now.
      return { ...page, asked: query.keyword ?? '', sort: query.sort, newSince: query.newSince, payCurrency: query.payCurrency }
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last.page + 1 < last.totalPages ? last.page + 1 : undefined),
    staleTime: 30_000,
  })
}

/** useJobSearch returns the postings of a search in pages. The old list stays until the new one is there. */
export function useJobSearch(search: Search) {
  const client = useQueryClient()
  const { ready, rules, newSince } = usePersonal()
  const [currencyOf] = useCurrency()
  const query = { ...pageQuery(search, currencyOf(search)), ...rules, ...(newSince && { newSince }) }
  return useInfiniteQuery({ ...searchOptions(client, query), enabled: ready, placeholderData: keepPreviousData, ...untilReady })
}

/** startSearch sends a stranger's search before the page is rendered. Other people's waits for their rules. */
export function startSearch(client: QueryClient, search: Search) {
  if (!session.token()) void client.prefetchInfiniteQuery({ ...searchOptions(client, pageQuery(search, currencyOf(search))), retry: false })
}

/** postingsOf joins pages. A new posting moves others to the next page, so that one may come twice: it is kept once. */
export function postingsOf(pages: JobPage[]): JobSummary[] {
  return [...new Map(pages.flatMap((p) => p.content).map((job) => [job.id, job])).values()]
}

export function useFacets(search: Search) {
  const { ready, rules } = usePersonal()
  const query = { ...useOwnQuery(search), ...rules }
  return useQuery({
    enabled: ready,
    queryKey: ['jobs', 'facets', query],
    queryFn: ({ signal }): Promise<Facets> => ask(jobs.GET('/jobs/facets', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    ...untilReady,
  })
}

function useMatchOptions() {
  const client = useQueryClient()
  const { ready, rules } = usePersonal()
  const [currencyOf] = useCurrency()
  return (search: Search, size: number) => {
    const query = { ...queryOf(search), payCurrency: currencyOf(search), ...rules, sort: sortOf(search), size }
    return queryOptions({
      enabled: ready,
      queryKey: ['jobs', 'matches', query],
      queryFn: async ({ signal }) => {
        const page = await ask(jobs.GET('/jobs', { params: { query }, signal }))
        learnAll(client, page.content)
        return page
      },
      staleTime: 30_000,
      ...untilReady,
    })
  }
}

/** useMatches returns the first postings of a search and how many there are. */
export function useMatches(search: Search, size: number) {
  return useQuery(useMatchOptions()(search, size))
}

/** useCounts returns how many postings each of some searches has, undefined until that is known. */
export function useCounts(searches: Search[]): (number | undefined)[] {
  const options = useMatchOptions()
  return useQueries({ queries: searches.map((s) => options(s, 1)) }).map((found) => found.data?.totalElements)
}

/** useJob returns a posting, with the words of a keyword marked in its description. */
export function useJob(id: string, highlight: string) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['job', id, highlight],
    queryFn: async ({ signal }) => {
      const job = await ask(jobs.GET('/jobs/{id}', { params: { path: { id }, query: highlight ? { highlight } : {} }, signal }))
      learn(client, job.company, 'full')
      return job
    },
    placeholderData: (before) => (before?.id === id ? before : undefined),
    staleTime: 60_000,
  })
}

/** useOpenedJob watches the cached entry of the posting that JobDetails shows; it fetches nothing. */
export function useOpenedJob(id: string | null, highlight: string): Job | undefined {
  return useQuery<Job>({ queryKey: ['job', id, highlight], queryFn: skipToken }).data
}

/** useSimilarJobs returns open postings similar to one. */
export function useSimilarJobs(id: string, enabled: boolean) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['job', id, 'similar', 'list'],
    queryFn: async ({ signal }) => {
      const { items } = await ask(jobs.GET('/jobs/{id}/similar', { params: { path: { id } }, signal }))
      learnAll(client, items)
      return items
    },
    enabled,
    staleTime: 60_000,
  })
}

/** useKnownCompany watches the cached entry of a company; it fetches nothing. */
export function useKnownCompany(slug: string | null) {
  return useQuery<Known>({ queryKey: companyKey(slug ?? ''), queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY })
}
