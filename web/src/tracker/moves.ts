import { useMutation, useQueryClient } from '@tanstack/react-query'
import { applications, ask } from '~/api/client'
import type { Application, ApplicationDetails, ApplicationStatus } from '~/api/models'
import { failed, said, undoable } from '~/shell/toast'
import { text } from '~/text'
import { allKey, oneKey } from './keys'
import { refresh, store } from './queries'
import { closedStatuses } from './status'

export interface Move {
  id: string
  status: ApplicationStatus
  /** The card below which it is put, null for the top. Absent: on top of another column, where it is in its own. */
  after?: string | null
}

/** arrange returns the cards of all columns, each from the top, after a move. */
export function arrange(all: Application[], { id, status, after }: Move): Application[] {
  const card = all.find((a) => a.id === id)
  if (!card || (card.status === status && after === undefined)) return all
  const rest = all.filter((a) => a.id !== id)
  const now = new Date().toISOString()
  const endedAt = closedStatuses.includes(status) ? now : null
  const moved = card.status === status ? card : { ...card, status, lastActivityAt: now, endedAt }
  rest.splice(rest.findIndex((a) => a.id === after) + 1, 0, moved)
  return rest
}

/**
 * useMove shows a card in its new place at once, offers to undo a new status, and puts the card back if the service refuses.
 * onUndone is called after an undo.
 */
export function useMove(onUndone?: () => void) {
  const client = useQueryClient()
  const undo = useUndo(onUndone)
  return useMutation({
    mutationFn: ({ id, status, after }: Move) => {
      const body = after === undefined ? { status } : { status, after }
      return ask(applications.PATCH('/applications/{id}/status', { params: { path: { id } }, body }))
    },
    onMutate: async (move) => {
      await client.cancelQueries({ queryKey: allKey })
      const before = client.getQueryData<Application[]>(allKey)
      if (before) client.setQueryData(allKey, arrange(before, move))
      return { before, from: before?.find((a) => a.id === move.id)?.status }
    },
    onSuccess: (details, { status }, { from }) => {
      store(client, details)
      if (from !== status) undoable(text.tracker.moved(details.job.title, text.status[status]), () => undo.mutate(details))
    },
    onError: (error, _, context) => {
      if (context?.before) client.setQueryData(allKey, context.before)
      void client.invalidateQueries({ queryKey: allKey }) // cards may have been moved since
      failed(error)
    },
    onSettled: () => refresh(client),
  })
}

/** useUndo takes the latest move back, and the card to where it was. It says so: a screen reader has only heard of the move. */
function useUndo(onUndone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, timeline }: ApplicationDetails) =>
      ask(applications.POST('/applications/{id}/undo', { params: { path: { id } }, body: { position: timeline.at(-1)!.position } })),
    onSuccess: (details) => {
      store(client, details)
      said(text.tracker.movedBack(details.job.title, text.status[details.status]))
      onUndone?.()
    },
    onError: (error, { id }) => {
      failed(error)
      void client.invalidateQueries({ queryKey: oneKey(id) })
    },
    onSettled: () => Promise.all([refresh(client), client.invalidateQueries({ queryKey: allKey })]),
  })
}
