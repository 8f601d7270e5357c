import { useQuery } from '@tanstack/react-query'
import { ask, identity } from '~/api/client'
import { session, useToken } from './session'

export const accountKey = ['account']

/** useAccount is who is signed in; undefined while unknown or when nobody is. */
export function useAccount() {
  const token = useToken()
  return useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => ask(identity.GET('/auth/account', { signal })),
    enabled: token !== null,
    staleTime: 60_000,
  })
}

/** leave ends the session here at once and on the server as soon as it answers. */
export function leave() {
  const token = session.token()
  if (!token) return
  // The token is dropped first, so the call has to bring it along. If it does not arrive the token still ends by itself.
  void identity.POST('/auth/logout', { headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined)
  session.end('left')
}
