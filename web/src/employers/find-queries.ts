import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import type { Find } from '~/api/models'

const key = ['finds']
const SOON = 700 // milliseconds

/** isLooking reports whether the crawler has not ended a find. */
export const isLooking = (find: Find) => find.status === 'queued' || find.status === 'running'

/** useAllowance returns whether the user may add employers, and how often they may still search today. */
export function useAllowance(enabled = true) {
  return useQuery({ queryKey: [...key, 'allowance'], queryFn: ({ signal }) => ask(jobs.GET('/jobs/finds', { signal })), enabled })
}

/** useFind follows a find until it and the additions of its boards have ended. */
export function useFind(id: string | null) {
  return useQuery({
    queryKey: [...key, id],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/finds/{id}', { params: { path: { id: id ?? '' } }, signal })),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (data && (isLooking(data) || data.boards.some((b) => b.state === 'adding')) ? SOON : false),
  })
}

/** useStartFind starts a find. */
export function useStartFind(onStarted: (find: Find) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (query: string) => ask(jobs.POST('/jobs/finds', { body: { query } })),
    onSuccess: (find) => {
      client.setQueryData([...key, find.id], find)
      onStarted(find)
    },
    onSettled: () => client.invalidateQueries({ queryKey: [...key, 'allowance'] }),
  })
}

/** useAddBoard adds one of the boards that a find brought. */
export function useAddBoard(id: string, choice: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(jobs.POST('/jobs/finds/{id}/additions', { params: { path: { id } }, body: { choice } })),
    onSuccess: (find) => client.setQueryData([...key, id], find),
    onError: () => client.invalidateQueries({ queryKey: [...key, id] }),
  })
}

/** useEmployerNamed returns the employer of exactly this name, or null. */
export function useEmployerNamed(name: string) {
  const q = name.trim().slice(0, 100)
  return useQuery({
    queryKey: ['employers', 'named', q],
    queryFn: async ({ signal }) => {
      const { content } = await ask(jobs.GET('/jobs/employers', { params: { query: { q, size: 20 } }, signal }))
      return content.find((e) => e.name.toLowerCase() === q.toLowerCase()) ?? null
    },
    enabled: q !== '',
  })
}

/**
 * usePostingsOf returns the newest postings of a company, by the name on its board. It asks again until there are some, and
 * for a minute until their facts, which are read after the posting, are there.
 */
export function usePostingsOf(company: string, expected: number) {
  return useQuery({
    queryKey: ['jobs', 'of', company],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs', { params: { query: { company: [company], size: 5 } }, signal })),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if ((data?.totalElements ?? 0) < expected) return SOON
      const bare = data?.content.some((job) => job.skills.length === 0 && !job.workplaceType)
      return bare && dataUpdateCount < 30 ? 2000 : false
    },
  })
}
