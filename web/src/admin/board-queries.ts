import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import type { BoardAction, PullTarget } from '~/api/models'
import { said } from '~/shell/toast'
import { later } from '~/text/later'

export const targetsKey = ['admin', 'targets']

/** How often a list or a board with an action under way is read again, in milliseconds. */
const SOON = 1000

/** whilePending is how often to ask again: often while the crawler has something to do. */
export const whilePending = (boards: PullTarget[] | undefined) => (boards?.some((b) => b.pendingAction) ? SOON : false)

/** useBoard returns a board with its last pulls. */
export function useBoard(id: string) {
  return useQuery({
    queryKey: [...targetsKey, 'one', id],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/admin/targets/{targetId}', { params: { path: { targetId: id } }, signal })),
    refetchInterval: ({ state: { data } }) => whilePending(data && [data.target]),
  })
}

/** useFailingBoards returns how many boards could not be read when that was last tried. */
export function useFailingBoards() {
  return useQuery({
    queryKey: [...targetsKey, 'failing'],
    queryFn: async ({ signal }) => {
      const query = { health: 'failing', size: 1 } as const
      return (await ask(jobs.GET('/jobs/admin/targets', { params: { query }, signal }))).totalElements
    },
    staleTime: 60_000,
  })
}

/** useBoardAction asks the crawler to do something with a board. */
export function useBoardAction({ id, companyName }: PullTarget, onAccepted = () => undefined as void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ action, code }: { action: BoardAction; code?: string }) =>
      ask(jobs.POST('/jobs/admin/targets/{targetId}/requests', {
        params: { path: { targetId: id } },
        body: { action, ...(code ? { code } : {}) },
      })),
    onSuccess: (_, { action }) => {
      said(later.adminSystem.boards.accepted[action](companyName))
      onAccepted()
    },
    // A deleted board is soon gone: only the lists are read again.
    onSettled: (_, error, { action }) =>
      client.invalidateQueries({ queryKey: targetsKey, predicate: (q) => !!error || action !== 'delete' || q.queryKey[2] !== 'one' }),
  })
}
