import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { applications, ask } from '~/api/client'
import { useToken } from '~/session/session'
import { allKey } from './keys'

/** useTakeOver puts on the board what was saved through the API or in an earlier version, once after signing in. */
export function useTakeOver() {
  const client = useQueryClient()
  const signedIn = useToken() !== null
  useEffect(() => {
    if (!signedIn) return
    const stop = new AbortController()
    const run = async () => {
      for (let more = true; more; ) {
        const answer = await ask(applications.POST('/applications/saved-jobs', { signal: stop.signal }))
        if (answer.added > 0) await client.invalidateQueries({ queryKey: allKey })
        more = answer.more
      }
    }
    run().catch(() => undefined) // job search is away: the next visit tries again
    return () => stop.abort()
  }, [signedIn, client])
}
