import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { applications, ask } from '~/api/client'
import { hasStatus } from '~/api/error'
import type { Application, ApplicationDetails, ApplicationStatus, JobSummary } from '~/api/models'
import { useToken } from '~/session/session'
import { failed, said, undoable } from '~/shell/toast'
import { text } from '~/text'
import { isClosed } from './status'

const key = ['applications']
export const allKey = [...key, 'all']
const oneKey = (id: string) => [...key, 'one', id]

const PAGE = 100
const PAGES = 20

/** useAllApplications is everything the board shows. A hunt has hundreds of applications, not hundreds of thousands. */
export function useAllApplications() {
  const token = useToken()
  return useQuery({
    queryKey: allKey,
    queryFn: async ({ signal }) => {
      const load = (page: number) => ask(applications.GET('/applications', { params: { query: { page, size: PAGE } }, signal }))
      const first = await load(0)
      const rest = await Promise.all(Array.from({ length: Math.max(Math.min(first.totalPages, PAGES) - 1, 0) }, (_, i) => load(i + 1)))
      // A row that moved between two pages while they were read comes twice.
      return [...new Map([first, ...rest].flatMap((p) => p.content).map((a) => [a.id, a])).values()]
    },
    enabled: token !== null,
    staleTime: 30_000,
  })
}

export function useApplicationFor(jobId: string): Application | undefined {
  return useAllApplications().data?.find((a) => a.jobPostId === jobId)
}

export function useAppliedIds(): Set<string> {
  const { data } = useAllApplications()
  return new Set(data?.flatMap((a) => a.jobPostId ?? []))
}

export function useApplication(id: string) {
  const client = useQueryClient()
  return useQuery<ApplicationDetails>({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => ask(applications.GET('/applications/{id}', { params: { path: { id } }, signal })),
    placeholderData: () => {
      const known = client.getQueryData<Application[]>(allKey)?.find((a) => a.id === id)
      return known ? ({ ...known, jobDescription: null, timeline: [] } as ApplicationDetails) : undefined
    },
  })
}

function put(client: QueryClient, changed: Application) {
  client.setQueryData<Application[]>(allKey, (all) => all?.map((a) => (a.id === changed.id ? { ...a, ...changed } : a)))
}

function store(client: QueryClient, details: ApplicationDetails) {
  client.setQueryData(oneKey(details.id), details)
  const { timeline: _t, jobDescription: _d, ...application } = details
  put(client, application)
}

/** refresh asks again for everything that is counted from applications. */
function refresh(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: [...key, 'stats'] }),
    client.invalidateQueries({ queryKey: [...key, 'history'] }),
    client.invalidateQueries({ queryKey: [...key, 'list'] }),
  ])
}

/** useMove changes a status at once, undoes it on request, and takes it back when the service refuses. */
export function useMove() {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ id, status }: { id: string; status: ApplicationStatus; from: ApplicationStatus; quiet?: boolean }) =>
      ask(applications.PATCH('/applications/{id}/status', { params: { path: { id } }, body: { status } })),
    onMutate: async ({ id, status }) => {
      await client.cancelQueries({ queryKey: allKey })
      const before = client.getQueryData<Application[]>(allKey)?.find((a) => a.id === id)
      if (before) put(client, { ...before, status, lastActivityAt: new Date().toISOString(), endedAt: isClosed(status) ? new Date().toISOString() : null })
      return { before }
    },
    onSuccess: (details, { id, status, from, quiet }) => {
      store(client, details)
      if (!quiet) undoable(text.tracker.moved(details.job.title, text.status[status]), () => mutation.mutate({ id, status: from, from: status, quiet: true }))
    },
    onError: (error, _, context) => {
      if (context?.before) put(client, context.before)
      failed(error)
    },
    onSettled: () => refresh(client),
  })
  return mutation
}

/** useReopen takes back that an application was marked as ghosted: it returns to the status before. */
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

type Change = NonNullable<Parameters<typeof patch>[1]>
const patch = (id: string, body: import('~/api/applications').components['schemas']['UpdateApplicationRequest']) =>
  ask(applications.PATCH('/applications/{id}', { params: { path: { id } }, body }))

export function useChange(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Change) => patch(id, body),
    onSuccess: (details) => store(client, details),
    onError: failed,
    onSettled: () => refresh(client),
  })
}

export function useRemove() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => ask(applications.DELETE('/applications/{id}', { params: { path: { id } } })),
    onSuccess: (_, id) => {
      client.setQueryData<Application[]>(allKey, (all) => all?.filter((a) => a.id !== id))
    },
    onError: failed,
    onSettled: () => Promise.all([refresh(client), client.invalidateQueries({ queryKey: ['reminders'] })]),
  })
}

export type NewApplication = import('~/api/applications').components['schemas']['CreateApplicationRequest']

export function useCreate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewApplication) => ask(applications.POST('/applications', { body })),
    onSuccess: (details) => {
      const { timeline: _t, jobDescription: _d, ...application } = details
      client.setQueryData<Application[]>(allKey, (all) => (all ? [application, ...all] : all))
      client.setQueryData(oneKey(details.id), details)
    },
    onSettled: () => refresh(client),
  })
}

/** useApply notes an application to a posting with one click. */
export function useApply() {
  const client = useQueryClient()
  const create = useCreate()
  const remove = useRemove()
  return useMutation({
    mutationFn: ({ job, status }: { job: JobSummary; status: ApplicationStatus }) => create.mutateAsync({ jobPostId: job.id, status }),
    onSuccess: (details) => undoable(text.jobs.appliedNow(details.job.title), () => remove.mutate(details.id)),
    onError: (error) => {
      if (!hasStatus(error, 409)) return failed(error)
      said(text.jobs.alreadyTracked)
      void client.invalidateQueries({ queryKey: allKey })
    },
  })
}
