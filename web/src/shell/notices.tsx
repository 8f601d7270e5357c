import { useNetwork } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ask, gateway } from '~/api/client'
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

export function OfflineNotice() {
  const { online } = useNetwork()
  return (
    <div role="status" aria-live="polite">
      {!online && <div className={classes.notice}>{text.errors.offline}</div>}
    </div>
  )
}
