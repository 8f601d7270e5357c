import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import { useToken } from '~/session/session'
import { failed, undoable } from '~/shell/toast'
import { text } from '~/text'

const key = ['employers']

const SIZE = 25

/** useEmployers returns a page of employers, counted from 1. */
export function useEmployers(q: string, following: boolean, page: number) {
  return useQuery({
    queryKey: [...key, 'list', q, following, page],
    queryFn: ({ signal }) => {
      const query = { q: q || undefined, following, page: page - 1, size: SIZE }
      return ask(jobs.GET('/jobs/employers', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })
}

/** useFollowedBoards returns the boards of all employers that the user follows; nobody is signed in: nothing. */
export function useFollowedBoards() {
  const token = useToken()
  return useQuery({
    queryKey: [...key, 'followed'],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/employers/followed', { signal })),
    enabled: token !== null,
    select: (d) => d.items,
  })
}

interface Change {
  id: string
  name: string
  follow: boolean
  /** Undoing is not itself confirmed. */
  quiet?: boolean
}

/** useFollow follows an employer or stops it, and offers to undo the latter. */
export function useFollow() {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ id, follow }: Change) => {
      const call = { params: { path: { employerId: id } }, keepalive: true } // the button shows it before the answer
      const path = '/jobs/employers/{employerId}/follow'
      return ask(follow ? jobs.PUT(path, call) : jobs.DELETE(path, call))
    },
    onSuccess: (_, { id, name, follow, quiet }) => {
      const message = follow ? text.employers.followed(name) : text.employers.unfollowed(name)
      if (!quiet) undoable(message, () => mutation.mutate({ id, name, follow: !follow, quiet: true }))
    },
    onError: failed,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  return mutation
}
