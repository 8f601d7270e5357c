import { useQuery } from '@tanstack/react-query'
import { ask, notifications } from '~/api/client'
import { useToken } from './session'

/** useTimeZone saves the browser's time zone once, for the times in notifications and emails. */
export function useTimeZone() {
  const token = useToken()
  useQuery({
    queryKey: ['time-zone'],
    queryFn: async ({ signal }) => {
      const known = await ask(notifications.GET('/notifications/time-zone', { signal }))
      const here = Intl.DateTimeFormat().resolvedOptions().timeZone
      // A saved zone stays: users who travel keep the one they have at home.
      if (known.timeZone || !here) return known
      return ask(notifications.PUT('/notifications/time-zone', { body: { timeZone: here } }))
    },
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
