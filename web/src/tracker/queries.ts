import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { applications, ask } from '~/api/client'
import { hasStatus } from '~/api/error'
import type { Application, ApplicationChange, ApplicationDetails, ApplicationStatus, NewApplication } from '~/api/models'
import { zoneName } from '~/format/zone'
import { useToken } from '~/session/session'
import { failed, said, undoable } from '~/shell/toast'
import { text } from '~/text'
import { allKey, applicationsKey, oneKey } from './keys'
import { type Days, instants } from './period'

const PAGE = 100
const PAGES = 20

/** useAllApplications returns all applications as they stand on the board, up to 2,000: a job search has hundreds. */
export function useAllApplications() {
  const token = useToken()
  return useQuery({
    queryKey: allKey,
    queryFn: async ({ signal }) => {
      const load = (page: number) => {
        const query = { sort: 'board', page, size: PAGE } as const
        return ask(applications.GET('/applications', { params: { query }, signal }))
      }
      const first = await load(0)
      const more = Math.max(Math.min(first.totalPages, PAGES) - 1, 0)
      const rest = await Promise.all(Array.from({ length: more }, (_, i) => load(i + 1)))
      // A row that moved to another page between two reads comes twice.
      return [...new Map([first, ...rest].flatMap((p) => p.content).map((a) => [a.id, a])).values()]
    },
    enabled: token !== null,
    staleTime: 30_000,
  })
}

export function useApplicationFor(jobId: string): Application | undefined {
  return useAllApplications().data?.find((a) => a.jobPostId === jobId)
}

/** useTracked returns the status of every tracked posting. It is the same map until the applications change. */
export function useTracked(): Map<string, ApplicationStatus> {
  const { data } = useAllApplications()
  return useMemo(() => new Map(data?.flatMap((a) => (a.jobPostId ? [[a.jobPostId, a.status]] : []))), [data])
}

const settingsKey = [...applicationsKey, 'settings']

/** useSettings returns the user's settings of the tracker and how to change them. */
export function useSettings() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => ask(applications.GET('/applications/settings', { signal })),
  })
  const change = useMutation({
    mutationFn: (body: { ghosting: boolean }) => ask(applications.PUT('/applications/settings', { body })),
    onMutate: (body) => client.setQueryData(settingsKey, body),
    onError: (error) => {
      failed(error)
      void client.invalidateQueries({ queryKey: settingsKey })
    },
  })
  return { query, change }
}

/** periodQuery reads the statistics of a period. */
export const periodQuery = (days: Days) =>
  queryOptions({
    queryKey: [...applicationsKey, 'stats', days.from, days.to, zoneName()],
    queryFn: ({ signal }) => {
      const query = { ...instants(days), zone: zoneName() }
      return ask(applications.GET('/applications/stats/period', { params: { query }, signal }))
    },
  })

export function useApplication(id: string) {
  const client = useQueryClient()
  return useQuery<ApplicationDetails>({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => ask(applications.GET('/applications/{id}', { params: { path: { id } }, signal })),
    placeholderData: () => {
      const known = client.getQueryData<Application[]>(allKey)?.find((a) => a.id === id)
      return known ? ({ ...known, jobDescription: null, ghosting: true, timeline: [] } as ApplicationDetails) : undefined
    },
  })
}

function put(client: QueryClient, changed: Application) {
  client.setQueryData<Application[]>(allKey, (all) => all?.map((a) => (a.id === changed.id ? { ...a, ...changed } : a)))
}

export function store(client: QueryClient, details: ApplicationDetails) {
  client.setQueryData(oneKey(details.id), details)
  const { timeline: _t, jobDescription: _d, ghosting: _g, ...application } = details
  put(client, application)
}

function add(client: QueryClient, details: ApplicationDetails) {
  client.setQueryData(oneKey(details.id), details)
  const { timeline: _t, jobDescription: _d, ghosting: _g, ...application } = details
  client.setQueryData<Application[]>(allKey, (all) => (all ? [application, ...all] : all))
}

/** useStoreApplication returns how to put an application that a service returned into the cache. */
export function useStoreApplication() {
  const client = useQueryClient()
  return useCallback((details: ApplicationDetails) => {
    store(client, details)
    void refresh(client)
  }, [client])
}

/** refresh reloads everything that follows from applications: what is counted, and the reminders of next steps. */
export function refresh(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: ['reminders', 'automatic'] }),
    client.invalidateQueries({ queryKey: [...applicationsKey, 'stats'] }),
    client.invalidateQueries({ queryKey: [...applicationsKey, 'list'] }),
  ])
}

/** useReopen returns a ghosted application to the status it had before. */
export function useReopen() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => ask(applications.POST('/applications/{id}/reopen', { params: { path: { id } } })),
    onSuccess: (details) => {
      store(client, details)
      said(text.tracker.moved(details.job.title, text.status[details.status]))
    },
    onError: (error, id) => {
      if (!hasStatus(error, 409)) return failed(error)
      said(text.tracker.notGhosted)
      void client.invalidateQueries({ queryKey: oneKey(id) })
    },
    onSettled: () => refresh(client),
  })
}

export function useChange(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ApplicationChange) => ask(applications.PATCH('/applications/{id}', { params: { path: { id } }, body })),
    onSuccess: (details) => store(client, details),
    onError: failed,
    onSettled: () => refresh(client),
  })
}

interface RowChange {
  id: string
  /** The row; absent for a new one. */
  position?: number
  /** Absent to remove the row. */
  status?: ApplicationStatus
  occurredAt?: string
}

/** useCorrection enters, corrects or removes a row of the timeline. */
export function useCorrection() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, position, ...row }: RowChange) => {
      if (position && !row.status) {
        return ask(applications.DELETE('/applications/{id}/timeline/{position}', { params: { path: { id, position } } }))
      }
      if (position) {
        return ask(applications.PATCH('/applications/{id}/timeline/{position}', { params: { path: { id, position } }, body: row }))
      }
      const body = { status: row.status!, occurredAt: row.occurredAt! }
      return ask(applications.POST('/applications/{id}/timeline', { params: { path: { id } }, body }))
    },
    onSuccess: (details) => store(client, details),
    onSettled: () => refresh(client),
  })
}

const removedNow = (a: Application): string | null => text.tracker.removed(a.job.title)

/** useRemove deletes an application and offers to bring it back, unless the message is null. */
export function useRemove(message = removedNow) {
  const client = useQueryClient()
  const settle = () => Promise.all([refresh(client), client.invalidateQueries({ queryKey: ['reminders'] })])
  const restore = useMutation({
    mutationFn: (id: string) => ask(applications.POST('/applications/{id}/restore', { params: { path: { id } } })),
    onSuccess: (details) => add(client, details),
    onError: failed,
    onSettled: settle,
  })
  return useMutation({
    mutationFn: ({ id }: Application) => ask(applications.DELETE('/applications/{id}', { params: { path: { id } } })),
    onSuccess: (_, removed) => {
      client.setQueryData<Application[]>(allKey, (all) => all?.filter((a) => a.id !== removed.id))
      const said = message(removed)
      if (said) undoable(said, () => restore.mutate(removed.id))
    },
    onError: failed,
    onSettled: settle,
  })
}

export function useCreate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewApplication) => ask(applications.POST('/applications', { body })),
    onSuccess: (details) => add(client, details),
    onSettled: () => refresh(client),
  })
}
