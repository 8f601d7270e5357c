import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { applications, ask } from '~/api/client'
import { hasStatus } from '~/api/error'
import type { Application } from '~/api/models'
import { failed, said, undoable } from '~/shell/toast'
import { text } from '~/text'
import { allKey } from './keys'
import { useMove } from './moves'
import { store, useApplicationFor, useCorrection, useCreate, useRemove } from './queries'

/** useWishlist returns the application of a posting, and how to save the posting, mark it as applied to, and take back either. */
export function useWishlist(jobId: string) {
  const client = useQueryClient()
  const application = useApplicationFor(jobId)
  const create = useCreate()
  const takeBack = useTakeBack()
  const unsave = useUnsave()
  const unapply = useUnapply()
  const move = useMove()
  const { mutate: place, isPending, variables } = useMutation({
    mutationFn: (body: { jobPostId: string; status: 'SAVED' | 'APPLIED' }) => create.mutateAsync(body),
    onSuccess: (made, { status }) => {
      const done = status === 'SAVED' ? text.jobs.savedNow : text.jobs.appliedNow
      undoable(done(made.job.title), () => takeBack(made))
    },
    onError: (error) => {
      if (!hasStatus(error, 409)) return failed(error)
      said(text.jobs.alreadyTracked)
      void client.invalidateQueries({ queryKey: allKey })
    },
  })
  const placing = isPending ? variables.status : null
  const saved = (application ? application.status : placing) === 'SAVED'
  const save = useCallback(() => place({ jobPostId: jobId, status: 'SAVED' }), [place, jobId])
  const toggle = () => {
    if (application && saved) unsave(application)
    else if (!application && !saved) save() // saved without an application: it is being saved
  }
  const apply = () => {
    if (application) move.mutate({ id: application.id, status: 'APPLIED' })
    else place({ jobPostId: jobId, status: 'APPLIED' })
  }
  return { application, saved, save, toggle, apply, applying: placing === 'APPLIED', unapply }
}

/**
 * useTakeBack removes an application that was made a moment ago. One that was moved or written in since stays: the offer to undo
 * is about saving the posting, not about that.
 */
function useTakeBack(): (made: Application) => void {
  const client = useQueryClient()
  const remove = useRemove(() => null)
  const { mutate } = useMutation({
    mutationFn: async (made: Application) => {
      const now = await ask(applications.GET('/applications/{id}', { params: { path: { id: made.id } } }))
      if (now.updatedAt === made.updatedAt) return remove.mutateAsync(made)
      store(client, now)
      said(text.jobs.changedSince(now.job.title))
    },
    onError: failed,
  })
  return mutate
}

/**
 * useUnapply takes back that the user applied, at any time later: the timeline says then that the posting was saved and not
 * that it was also sent. A move back on the board would keep both, and count as an application that was sent.
 */
function useUnapply(): (application: Application) => void {
  const client = useQueryClient()
  const correct = useCorrection()
  const { mutate } = useMutation({
    mutationFn: async ({ id }: Application) => {
      const details = await ask(applications.GET('/applications/{id}', { params: { path: { id } } }))
      const [before, last] = [details.timeline.at(-2), details.timeline.at(-1)!]
      // Moved on in another tab: show where it is now.
      if (last.status !== 'APPLIED') return store(client, details)
      const { position, status, occurredAt } = last
      const wasSaved = before?.status === 'SAVED'
      const now = await correct.mutateAsync(wasSaved ? { id, position } : { id, position, status: 'SAVED', occurredAt })
      const again = { id, position: wasSaved ? undefined : position, status, occurredAt }
      // Not a callback of mutate, which is not called once another posting is open.
      undoable(text.tracker.moved(now.job.title, text.status[now.status]), () => correct.mutateAsync(again).catch(failed))
    },
    onError: failed,
  })
  return mutate
}

/** useUnsave takes an application off the wishlist. */
export function useUnsave(): (application: Application) => void {
  return useRemove((removed) => text.jobs.unsavedNow(removed.job.title)).mutate
}
