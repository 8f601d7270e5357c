import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { ask, notifications } from '~/api/client'
import { browserZone, refusedZone, refuseZone, sameClock, shownZone } from '~/format/zone'
import { failed } from '~/shell/toast'
import { useToken } from './session'

const save = (timeZone: string) => ask(notifications.PUT('/notifications/time-zone', { body: { timeZone } }))

const zoneQuery = queryOptions({
  queryKey: ['time-zone'],
  queryFn: async ({ signal }) => {
    const known = await ask(notifications.GET('/notifications/time-zone', { signal }))
    const here = browserZone()
    return known.timeZone || !here ? known : save(here)
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/**
 * useTimeZone reads the user's time zone, which at first is the browser's. It returns the zone if its clock differs from the
 * browser's: pages must be rendered anew when that changes, and only then.
 */
export function useTimeZone(): string | undefined {
  const token = useToken()
  const { data } = useQuery({ ...zoneQuery, enabled: token !== null })
  useEffect(() => {
    if (!token) shownZone.set(null)
    else if (data) shownZone.set(data.timeZone)
  }, [token, data])
  const shown = useSyncExternalStore(shownZone.subscribe, shownZone.current)
  return useMemo(() => (shown && !sameClock(shown, browserZone()) ? shown : undefined), [shown])
}

export function useSetTimeZone() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (next) => {
      client.setQueryData(zoneQuery.queryKey, next)
      // Reminders that repeat keep their clock time, so they have moved.
      void client.invalidateQueries({ queryKey: ['reminders'] })
    },
    onError: failed,
  })
}

/**
 * useZoneChange returns the zone of this device if its clock differs from the user's and the user has not refused it, and a
 * function that refuses it.
 */
export function useZoneChange(): { here: string | null; refuse: () => void } {
  const token = useToken()
  const shown = useSyncExternalStore(shownZone.subscribe, shownZone.current)
  const [here, setHere] = useState(browserZone)
  const [refused, setRefused] = useState(refusedZone)
  useEffect(() => {
    // A laptop may wake up in another zone.
    const look = () => setHere(browserZone())
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])
  const changed = useMemo(() => shown && here && !sameClock(shown, here), [shown, here])
  return {
    here: token && changed && refused !== here ? here : null,
    refuse: () => {
      setRefused(here)
      refuseZone(here)
    },
  }
}
