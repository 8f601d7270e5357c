import { useQuery } from '@tanstack/react-query'
import { ask, identity } from '~/api/client'
import { session, useToken } from './session'

export const accountKey = ['account']

/** useAccount returns the account that is signed in; its data is undefined while loading or signed out. */
export function useAccount() {
  const token = useToken()
  return useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => ask(identity.GET('/auth/account', { signal })),
    enabled: token !== null,
    staleTime: 60_000,
  })
}

/** leave signs out here at once, and on the server in the background. */
export function leave() {
  const token = session.token()
  if (!token) return
  // The token is dropped first, so the call sets it itself. If the call fails, the token still expires.
  void identity.POST('/auth/logout', { headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined)
  session.end('left')
}
