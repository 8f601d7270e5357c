import { keepPreviousData, type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import type { Facets, JobPage, JobSummary, SavedFilter } from '~/api/models'
import { useToken } from '~/session/session'
import { failed, undoable } from '~/shell/toast'
import { text } from '~/text'
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

/** useCompany watches the best entry for a company; it fetches nothing by itself. */
export function useKnownCompany(slug: string | null) {
  return useQuery<Known>({ queryKey: companyKey(slug ?? ''), enabled: false, staleTime: Number.POSITIVE_INFINITY })
}

// Saved postings -----------------------------------------------------------------------------------------------------

const savedKey = ['jobs', 'saved']
const savedIds = (ids: string[]) => [...savedKey, 'ids', ids]

/** useSavedIds tells which of the postings are saved: one question for the whole list. */
export function useSavedIds(ids: string[]): Set<string> {
  const token = useToken()
  const asked = ids.slice(-100)
  const { data } = useQuery({
    queryKey: savedIds(asked),
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/saved/ids', { params: { query: { jobId: asked } }, signal })),
    enabled: token !== null && asked.length > 0,
    placeholderData: keepPreviousData,
    select: (d) => d.jobIds,
  })
  return new Set(data)
}

export function useIsSaved(id: string): boolean {
  return useSavedIds([id]).has(id)
}

/** useSave saves or forgets a posting, shows it at once and offers to undo it. */
export function useSave() {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ id, save }: { id: string; save: boolean; quiet?: boolean }) => {
      const call = { params: { path: { jobId: id } } }
      return ask(save ? jobs.PUT('/jobs/saved/{jobId}', call) : jobs.DELETE('/jobs/saved/{jobId}', call))
    },
    onMutate: async ({ id, save }) => {
      await client.cancelQueries({ queryKey: [...savedKey, 'ids'] })
      mark(client, id, save)
    },
    onSuccess: (_, { id, save, quiet }) => {
      if (!quiet) undoable(save ? text.jobs.savedNow : text.jobs.unsavedNow, () => mutation.mutate({ id, save: !save, quiet: true }))
    },
    onError: (error, { id, save }) => {
      mark(client, id, !save)
      failed(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: savedKey }),
  })
  return mutation
}

function mark(client: QueryClient, id: string, save: boolean) {
  for (const [key, data] of client.getQueriesData<{ jobIds: string[] }>({ queryKey: [...savedKey, 'ids'] })) {
    if (!data || !(key[3] as string[]).includes(id)) continue
    const others = data.jobIds.filter((j) => j !== id)
    client.setQueryData(key, { jobIds: save ? [...others, id] : others })
  }
}

export function useSavedJobs() {
  const client = useQueryClient()
  return useInfiniteQuery({
    queryKey: [...savedKey, 'list'],
    queryFn: async ({ pageParam, signal }) => {
      const page = await ask(jobs.GET('/jobs/saved', { params: { query: { page: pageParam, size: 30 } }, signal }))
      for (const { job } of page.content) learn(client, job.company, 'list')
      return page
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last.page + 1 < last.totalPages ? last.page + 1 : undefined),
  })
}

// Saved searches -----------------------------------------------------------------------------------------------------

const filtersKey = ['jobs', 'filters']

export function useSavedFilters() {
  const token = useToken()
  return useQuery({
    queryKey: filtersKey,
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/filters/saved', { signal })),
    enabled: token !== null,
    select: (d) => d.items,
  })
}

export function useFilterChanges() {
  const client = useQueryClient()
  const settle = { onError: failed, onSettled: () => client.invalidateQueries({ queryKey: filtersKey }) }
  const create = useMutation({
    mutationFn: ({ name, search }: { name: string; search: Search }) => ask(jobs.POST('/jobs/filters/saved', { body: { name, filters: filtersOf(search) } })),
    onSettled: settle.onSettled,
  })
  const update = useMutation({
    mutationFn: ({ id, ...body }: { id: string; name?: string; filters?: SavedFilter['filters'] }) => ask(jobs.PATCH('/jobs/filters/saved/{id}', { params: { path: { id } }, body })),
    ...settle,
  })
  const restore = useMutation({
    mutationFn: (f: SavedFilter) => ask(jobs.POST('/jobs/filters/saved', { body: { name: f.name, filters: f.filters } })),
    ...settle,
  })
  const remove = useMutation({
    mutationFn: (f: SavedFilter) => ask(jobs.DELETE('/jobs/filters/saved/{id}', { params: { path: { id: f.id } } })),
    onSuccess: (_, f) => undoable(text.jobs.filterRemoved(f.name), () => restore.mutate(f)),
    ...settle,
  })
  return { create, update, remove }
}
