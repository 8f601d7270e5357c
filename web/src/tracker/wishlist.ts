import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasStatus } from '~/api/error'
import type { Application } from '~/api/models'
import { failed, said, undoable } from '~/shell/toast'
import { text } from '~/text'
import { allKey } from './keys'
import { useApplicationFor, useCreate, useRemove } from './queries'

/** useWishlist returns the application of a posting, and how to put the posting on the wishlist or take it off. */
export function useWishlist(jobId: string) {
  const client = useQueryClient()
  const application = useApplicationFor(jobId)
  const create = useCreate()
  const undo = useRemove(() => null)
  const unsave = useUnsave()
  const { mutate: save, isPending } = useMutation({
    mutationFn: (jobPostId: string) => create.mutateAsync({ jobPostId, status: 'SAVED' }),
    onSuccess: (made) => undoable(text.jobs.savedNow(made.job.title), () => undo.mutate(made)),
    onError: (error) => {
      if (!hasStatus(error, 409)) return failed(error)
      said(text.jobs.alreadyTracked)
      void client.invalidateQueries({ queryKey: allKey })
    },
  })
  return { application, save, unsave, saved: application ? application.status === 'SAVED' : isPending }
}

/** useUnsave takes an application off the wishlist. */
export function useUnsave(): (application: Application) => void {
  return useRemove((removed) => text.jobs.unsavedNow(removed.job.title)).mutate
}
