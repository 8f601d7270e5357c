import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { hasStatus } from '~/api/error'
import type { Application } from '~/api/models'
import { failed, said, undoable } from '~/shell/toast'
import { text } from '~/text'
import { allKey } from './keys'
import { useMove } from './moves'
import { useApplicationFor, useCreate, useRemove } from './queries'

/** useWishlist returns the application of a posting, and how to save the posting, take that back, and mark it as applied to. */
export function useWishlist(jobId: string) {
  const client = useQueryClient()
  const application = useApplicationFor(jobId)
  const create = useCreate()
  const undo = useRemove(() => null)
  const unsave = useUnsave()
  const move = useMove()
  const { mutate: place, isPending, variables } = useMutation({
    mutationFn: (body: { jobPostId: string; status: 'SAVED' | 'APPLIED' }) => create.mutateAsync(body),
    onSuccess: (made, { status }) => {
      const done = status === 'SAVED' ? text.jobs.savedNow : text.jobs.appliedNow
      undoable(done(made.job.title), () => undo.mutate(made))
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
  return { application, saved, save, toggle, apply, applying: placing === 'APPLIED' }
}

/** useUnsave takes an application off the wishlist. */
export function useUnsave(): (application: Application) => void {
  return useRemove((removed) => text.jobs.unsavedNow(removed.job.title)).mutate
}
