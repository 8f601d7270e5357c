import { useNetwork } from '@mantine/hooks'
import { queryOptions, useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ask, gateway } from '~/api/client'
import { useAccount } from '~/session/account'
import { text } from '~/text'
import classes from './layout.module.css'

export const platformQuery = queryOptions({
  queryKey: ['platform'],
  queryFn: ({ signal }) => ask(gateway.GET('/platform', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

export const usePlatform = () => useQuery(platformQuery)

/** MailNotice says that mail stays on this machine, and where to read it. */
export function MailNotice() {
  const { data } = usePlatform()
  if (data?.mail !== 'local') return null
  return (
    <div className={classes.notice}>
      <span>{text.mailbox.notice}</span>
      <Link to="/mailbox">{text.mailbox.open}</Link>
    </div>
  )
}

/** UnreachableNotice tells someone whose address is not verified that no mail is sent to it. */
export function UnreachableNotice() {
  const { data } = useAccount()
  if (!data || data.emailVerified) return null
  return (
    <div className={classes.notice}>
      <span>{text.errors.unverified(data.email)}</span>
      <Link to={`/verify?email=${encodeURIComponent(data.email)}&registration=${data.id}`}>{text.errors.verify}</Link>
    </div>
  )
}

export function OfflineNotice() {
  const { online } = useNetwork()
  return (
    <div role="status" aria-live="polite">
      {!online && <div className={classes.notice}>{text.errors.offline}</div>}
    </div>
  )
}

const PATIENCE = 5000

/** SlowNotice says, after a while of nothing, that the page is still waiting and not broken. */
export function SlowNotice() {
  const waiting = useIsFetching({ predicate: (q) => q.state.status === 'pending' }) > 0
  const { online } = useNetwork()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), PATIENCE)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return (
    <div role="status" aria-live="polite">
      {slow && online && <div className={classes.slow}>{text.errors.slow}</div>}
    </div>
  )
}
