import { useQuery } from '@tanstack/react-query'
import { ask, notifications } from '~/api/client'
import { useToken } from './session'

/** useTimeZone tells the service, once, in which zone this person lives: notices and mails then write times in it. */
export function useTimeZone() {
  const token = useToken()
  useQuery({
    queryKey: ['time-zone'],
    queryFn: async ({ signal }) => {
      const known = await ask(notifications.GET('/notifications/time-zone', { signal }))
      const here = Intl.DateTimeFormat().resolvedOptions().timeZone
      // A zone that is set stays: a traveller's days are still those at home.
      if (known.timeZone || !here) return known
      return ask(notifications.PUT('/notifications/time-zone', { body: { timeZone: here } }))
    },
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
