import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import type { AlertRhythm, FilterAlert, SavedFilter } from '~/api/models'
import { formatDay } from '~/format/date'
import { failed, undoable } from '~/shell/toast'
import { text } from '~/text'
import { filtersKey } from './saved-queries'

/** A mute until the last year that the contract knows is for good. */
const FOR_EVER = '9999-01-01T00:00:00Z'

const WEEK = 7 * 86_400_000

/** muteState returns until when a search is muted, null for good; it is null if the search is not muted. */
export function muteState({ mutedUntil }: FilterAlert): { until: string | null } | null {
  if (!mutedUntil || Date.parse(mutedUntil) <= Date.now()) return null
  return { until: mutedUntil >= FOR_EVER ? null : formatDay(mutedUntil) }
}

/** alertState describes the alert of a search in a few words, null if it has none. */
export function alertState({ alert }: SavedFilter): string | null {
  if (!alert) return null
  const muted = muteState(alert)
  if (!muted) return text.alerts.state(text.alerts.rhythms[alert.rhythm])
  return muted.until ? text.alerts.stateMuted(muted.until) : text.alerts.stateMutedForEver
}

interface Change {
  id: string
  alert: FilterAlert | null
}

function useSetAlert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, alert }: Change): Promise<unknown> => {
      const params = { path: { id } }
      if (alert) return ask(jobs.PUT('/jobs/filters/saved/{id}/alert', { params, body: alert }))
      return ask(jobs.DELETE('/jobs/filters/saved/{id}/alert', { params }))
    },
    onError: failed,
    onSettled: () => client.invalidateQueries({ queryKey: filtersKey }),
  })
}

/** useFilterAlert returns how to turn the alert of a search on or off, and to mute it. Each can be undone. */
export function useFilterAlert(search: SavedFilter) {
  const set = useSetAlert()
  const change = (alert: FilterAlert | null, said: string) => {
    const before = search.alert ?? null
    // Callbacks given to mutate are lost with the component, here a menu that closes. useSetAlert shows a failure.
    const undo = () => set.mutate({ id: search.id, alert: before })
    set.mutateAsync({ id: search.id, alert }).then(
      () => undoable(said, undo),
      () => undefined,
    )
  }
  const mute = (until: Partial<FilterAlert>, said: string) => search.alert && change({ rhythm: search.alert.rhythm, ...until }, said)
  return {
    setRhythm: (rhythm: AlertRhythm | null) =>
      rhythm
        ? change({ rhythm }, text.alerts.on(search.name, text.alerts.rhythms[rhythm]))
        : change(null, text.alerts.offNow(search.name)),
    muteWeek: () => mute({ mutedUntil: new Date(Date.now() + WEEK).toISOString() }, text.alerts.mutedNow(search.name)),
    muteForEver: () => mute({ mutedUntil: FOR_EVER }, text.alerts.mutedNow(search.name)),
    unmute: () => mute({}, text.alerts.unmutedNow(search.name)),
  }
}
