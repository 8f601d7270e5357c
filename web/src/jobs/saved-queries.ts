import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import type { AlertRhythm, JobSummary, SavedFilter } from '~/api/models'
import { useToken } from '~/session/session'
import { failed, undoable } from '~/shell/toast'
import { text } from '~/text'
import { learn } from './company-cache'
import { currencyOf } from './currency'
import { filtersOf, queryOf, type Search } from './search-state'
import { settled } from './understood'

const MOST = 100 // ids in one request

/** usePostings returns postings by id, as search lists them. The wishlist itself has only what it copied of them. */
export function usePostings(ids: string[]) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['jobs', 'summaries', ids],
    queryFn: async ({ signal }) => {
      const found = new Map<string, JobSummary>()
      // One request after the other: the server limits how many of one client run and wait at once.
      for (let from = 0; from < ids.length; from += MOST) {
        const query = { id: ids.slice(from, from + MOST) }
        const { items } = await ask(jobs.GET('/jobs/summaries', { params: { query }, signal }))
        for (const job of items) {
          learn(client, job.company, 'list')
          found.set(job.id, job)
        }
      }
      return found
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData, // removing a row asks anew
  })
}

export const filtersKey = ['jobs', 'filters']

export function useSavedFilters() {
  const token = useToken()
  return useQuery({
    queryKey: filtersKey,
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/filters/saved', { signal })),
    enabled: token !== null,
    select: (d) => d.items,
  })
}

/** filtersToSave returns the filters of a search as they are saved, see settled. */
export async function filtersToSave(search: Search): Promise<SavedFilter['filters']> {
  if (!search.keyword.trim()) return filtersOf(search)
  const payCurrency = currencyOf(search)
  const { understood } = await ask(jobs.GET('/jobs', { params: { query: { ...queryOf(search), payCurrency, size: 1 } } }))
  return filtersOf(settled(search, understood ?? undefined, payCurrency))
}

interface Changes {
  id: string
  name?: string
  search?: Search
  /** null turns the alert off; absent leaves it as it is. */
  rhythm?: AlertRhythm | null
}

export function useFilterChanges() {
  const client = useQueryClient()
  const settle = { onError: failed, onSettled: () => client.invalidateQueries({ queryKey: filtersKey }) }
  const create = useMutation({
    mutationFn: async ({ name, search, rhythm }: { name: string; search: Search; rhythm: AlertRhythm | null }) => {
      const made = await ask(jobs.POST('/jobs/filters/saved', { body: { name, filters: await filtersToSave(search) } }))
      if (rhythm) await ask(jobs.PUT('/jobs/filters/saved/{id}/alert', { params: { path: { id: made.id } }, body: { rhythm } }))
      return made
    },
    onSettled: settle.onSettled,
  })
  const update = useMutation({
    mutationFn: async ({ id, rhythm, search, ...rest }: Changes) => {
      const params = { path: { id } }
      const body = search ? { ...rest, filters: await filtersToSave(search) } : rest
      await ask(jobs.PATCH('/jobs/filters/saved/{id}', { params, body }))
      if (rhythm) await ask(jobs.PUT('/jobs/filters/saved/{id}/alert', { params, body: { rhythm } }))
      if (rhythm === null) await ask(jobs.DELETE('/jobs/filters/saved/{id}/alert', { params }))
    },
    ...settle,
  })
  const restore = useMutation({
    mutationFn: async (f: SavedFilter) => {
      const { id } = await ask(jobs.POST('/jobs/filters/saved', { body: { name: f.name, filters: f.filters } }))
      if (f.alert) await ask(jobs.PUT('/jobs/filters/saved/{id}/alert', { params: { path: { id } }, body: f.alert }))
    },
    ...settle,
  })
  const remove = useMutation({
    mutationFn: (f: SavedFilter) => ask(jobs.DELETE('/jobs/filters/saved/{id}', { params: { path: { id: f.id } } })),
    onSuccess: (_, f) => undoable(text.jobs.filterRemoved(f.name), () => restore.mutate(f)),
    ...settle,
  })
  return { create, update, remove }
}
