import {
  keepPreviousData, type QueryClient, useInfiniteQuery, useMutation, useQueries, useQuery, useQueryClient,
} from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import type { SavedFilter } from '~/api/models'
import { useToken } from '~/session/session'
import { failed, undoable } from '~/shell/toast'
import { text } from '~/text'
import { learn } from './company-cache'
import { filtersOf, type Search } from './search-state'

const savedKey = ['jobs', 'saved']
const savedIds = (ids: string[]) => [...savedKey, 'ids', ids]

const MAX_IDS = 100

// Declared once: with a new function React Query would combine, and so return a new set, on every render.
const combineSavedIds = (answers: { data?: { jobIds: string[] } }[]) => new Set(answers.flatMap((a) => a.data?.jobIds ?? []))

/** useSavedIds returns which of the postings are saved, in requests of at most MAX_IDS ids. */
export function useSavedIds(ids: string[]): Set<string> {
  const token = useToken()
  const chunks = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, i) => ids.slice(i * MAX_IDS, (i + 1) * MAX_IDS))
  return useQueries({
    queries: chunks.map((jobId) => ({
      queryKey: savedIds(jobId),
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(jobs.GET('/jobs/saved/ids', { params: { query: { jobId } }, signal })),
      enabled: token !== null,
      placeholderData: keepPreviousData,
    })),
    combine: combineSavedIds,
  })
}

export function useIsSaved(id: string): boolean {
  return useSavedIds([id]).has(id)
}

/** useSave saves a posting or removes it from saved, shows the change at once and offers to undo it. */
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
      const message = save ? text.jobs.savedNow : text.jobs.unsavedNow
      if (!quiet) undoable(message, () => mutation.mutate({ id, save: !save, quiet: true }))
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
    mutationFn: ({ name, search }: { name: string; search: Search }) =>
      ask(jobs.POST('/jobs/filters/saved', { body: { name, filters: filtersOf(search) } })),
    onSettled: settle.onSettled,
  })
  const update = useMutation({
    mutationFn: ({ id, ...body }: { id: string; filters: SavedFilter['filters'] }) =>
      ask(jobs.PATCH('/jobs/filters/saved/{id}', { params: { path: { id } }, body })),
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
