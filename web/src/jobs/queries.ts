import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import type { Facets, JobPage, JobSummary } from '~/api/models'
import { type Known, companyKey, learn } from './company-cache'
import { filtersOf, type Search } from './search-state'

const PAGE = 20

function learnAll(client: QueryClient, page: JobPage) {
  for (const job of page.content) learn(client, job.company, 'list')
}

/** useJobSearch gives the postings of a search, page after page. The old list stays until the new one is there. */
export function useJobSearch(search: Search) {
  const client = useQueryClient()
  const filters = filtersOf(search)
  return useInfiniteQuery({
    queryKey: ['jobs', 'search', filters],
    queryFn: async ({ pageParam, signal }) => {
      const page = await ask(jobs.GET('/jobs', { params: { query: { ...filters, page: pageParam, size: PAGE } }, signal }))
      learnAll(client, page)
      return page
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last.content.length === PAGE ? last.page + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

/** postingsOf joins pages. A posting that arrived meanwhile moves others down, so one may come twice: it is shown once. */
export function postingsOf(pages: JobPage[]): JobSummary[] {
  return [...new Map(pages.flatMap((p) => p.content).map((job) => [job.id, job])).values()]
}

export function useFacets(search: Search) {
  const { sort: _, ...filters } = filtersOf(search)
  return useQuery({
    queryKey: ['jobs', 'facets', filters],
    queryFn: ({ signal }): Promise<Facets> => ask(jobs.GET('/jobs/facets', { params: { query: filters }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

export function useLatestJobs(size: number) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['jobs', 'latest', size],
    queryFn: async ({ signal }) => {
      const page = await ask(jobs.GET('/jobs', { params: { query: { size } }, signal }))
      learnAll(client, page)
      return page
    },
  })
}

export function useJob(id: string | null) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['job', id],
    queryFn: async ({ signal }) => {
      const job = await ask(jobs.GET('/jobs/{id}', { params: { path: { id: id! } }, signal }))
      learn(client, job.company, 'full')
      return job
    },
    enabled: id !== null,
    staleTime: 60_000,
  })
}

/** useKnownCompany watches the best entry for a company; it fetches nothing by itself. */
export function useKnownCompany(slug: string | null) {
  return useQuery<Known>({ queryKey: companyKey(slug ?? ''), enabled: false, staleTime: Number.POSITIVE_INFINITY })
}
