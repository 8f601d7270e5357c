import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { applications, ask } from '~/api/client'
import type { ApplicationStatus } from '~/api/models'
import { failed, said, undoable } from '~/shell/toast'
import { text } from '~/text'

export type MoveOrTag =
  | { ids: string[]; action: 'move'; status: ApplicationStatus }
  | { ids: string[]; action: 'tag' | 'untag'; tag: string }

export type BulkChange =
  | MoveOrTag
  | { ids: string[]; action: 'archive' | 'unarchive' | 'delete' }

export const movesOrTags = (change: BulkChange): change is MoveOrTag => 'status' in change || 'tag' in change

/** As many as one request may name. */
const MOST = 500

/**
 * useBulk makes one change to many applications and offers to undo it as a whole. onDone is called when the change is made,
 * before the lists are loaded again.
 */
export function useBulk(onDone?: (change: BulkChange) => void) {
  const client = useQueryClient()
  const onSettled = () =>
    Promise.all([client.invalidateQueries({ queryKey: ['applications'] }), client.invalidateQueries({ queryKey: ['reminders'] })])
  const undo = useMutation({
    mutationFn: (bulkId: string) => ask(applications.POST('/applications/bulk/{bulkId}/undo', { params: { path: { bulkId } } })),
    onSuccess: ({ changed }) => said(text.bulk.undone(changed)),
    onError: failed,
    onSettled,
  })
  return useMutation({
    mutationFn: (change: BulkChange) => ask(applications.POST('/applications/bulk', { body: change })),
    onSuccess: ({ id, changed }, change) => {
      onDone?.(change)
      undoable(text.bulk.done[change.action](changed), () => undo.mutate(id))
    },
    onError: failed,
    onSettled,
  })
}

export interface Selection {
  ids: Set<string>
  toggle: (id: string) => void
  /** set selects or deselects all of them. */
  set: (ids: string[], selected: boolean) => void
  clear: () => void
}

/** useSelection keeps which applications are selected. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<Set<string>>(new Set())
  const set = useCallback(
    (changed: string[], selected: boolean) =>
      setIds((before) => {
        const next = new Set(before)
        for (const id of changed) {
          if (!selected) next.delete(id)
          else if (next.size < MOST) next.add(id)
        }
        return next
      }),
    [],
  )
  const toggle = useCallback((id: string) => {
    setIds((before) => new Set(before.has(id) ? [...before].filter((i) => i !== id) : [...before, id].slice(0, MOST)))
  }, [])
  return { ids, set, toggle, clear: useCallback(() => setIds(new Set()), []) }
}
