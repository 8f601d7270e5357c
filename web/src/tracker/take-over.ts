import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { applications, ask } from '~/api/client'
import { useToken } from '~/session/session'
import { allKey } from './keys'

const pauses = [2_000, 10_000, 30_000] // milliseconds before the next attempt; after these the next visit tries again

/** useTakeOver puts on the board what was saved through the API or in an earlier version, once after signing in. */
export function useTakeOver() {
  const client = useQueryClient()
  const signedIn = useToken() !== null
  useEffect(() => {
    if (!signedIn) return
    let left = false
    let timer = 0
    const run = async () => {
      for (let more = true; more && !left; ) {
        // Not interrupted when this ends: the server may have taken them over already, and no later answer would say so.
        const answer = await ask(applications.POST('/applications/saved-jobs'))
        if (answer.added > 0) await client.invalidateQueries({ queryKey: allKey })
        more = answer.more
      }
    }
    const attempt = (n: number) => {
      run().catch(() => {
        if (!left && n < pauses.length) timer = window.setTimeout(() => attempt(n + 1), pauses[n])
      })
    }
    attempt(0)
    return () => {
      left = true
      window.clearTimeout(timer)
    }
  }, [signedIn, client])
}
