import { Anchor, Text, UnstyledButton } from '@mantine/core'
import { queryOptions, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { ask, gateway } from '~/api/client'
import { useLost } from '~/api/connection'
import { useNewVersion } from '~/api/version'
import { formatInstant, formatTime, today } from '~/format/date'
import { zoneName } from '~/format/zone'
import { mailboxToken } from '~/mailbox/token'
import { useCopy } from '~/offline/state'
import { useAccount } from '~/session/account'
import { useSetTimeZone, useZoneChange } from '~/session/time-zone'
import { text } from '~/text'
import { allKey } from '~/tracker/keys'
import classes from './layout.module.css'

export const platformQuery = queryOptions({
  queryKey: ['platform'],
  queryFn: ({ signal }) => ask(gateway.GET('/platform', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

export const usePlatform = () => useQuery(platformQuery)

/** useUnlocked reports whether this browser has the token of the mailbox. Another tab may get it. */
const useUnlocked = () => useSyncExternalStore(onStorage, mailboxToken) !== ''

function onStorage(listener: () => void) {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

const useLocalMail = () => usePlatform().data?.mail === 'local'

/**
 * MailboxLink leads to the local mailbox, if there is one. Only the link that is printed at the start has the token that unlocks it;
 * a browser that has not opened that one is told where it is.
 */
export function MailboxLink({ inherit }: { inherit?: boolean }) {
  const unlocked = useUnlocked()
  if (!useLocalMail()) return null
  if (!unlocked) return text.mailbox.where
  return (
    <Anchor component={Link} to="/mailbox" target="_blank" inherit={inherit}>
      {text.mailbox.open}
    </Anchor>
  )
}

/** MailboxHint says that a code is in the local mailbox, if there is one. */
export function MailboxHint() {
  return (
    useLocalMail() && (
      <Text size="sm" c="dimmed">
        {text.mailbox.codeHint} <MailboxLink inherit />
      </Text>
    )
  )
}

/** MailNotice tells administrators that emails are kept on this machine. The page of the system, which it may lead to, says so itself. */
export function MailNotice() {
  const { data } = useAccount()
  const local = useLocalMail()
  const unlocked = useUnlocked()
  const { pathname, search } = useLocation()
  if (!local || !data?.isAdmin || (pathname === '/admin' && new URLSearchParams(search).get('tab') === 'system')) return null
  return (
    <div className={classes.notice}>
      <span>{text.mailbox.notice}</span>
      {unlocked ? <Link to="/mailbox">{text.mailbox.open}</Link> : <Link to="/admin?tab=system">{text.mailbox.howTo}</Link>}
    </div>
  )
}

/** UnverifiedNotice says that no email is sent to an address that is not confirmed. */
export function UnverifiedNotice() {
  const { data } = useAccount()
  if (!data || data.emailVerified) return null
  return (
    <div className={classes.notice}>
      <span>{text.errors.unverified(data.email)}</span>
      <Link to={`/verify?email=${encodeURIComponent(data.email)}&registration=${data.id}`}>{text.errors.verify}</Link>
    </div>
  )
}

/** ZoneNotice asks which time zone to use when the device is in another one than the user. */
export function ZoneNotice() {
  const { here, refuse } = useZoneChange()
  const set = useSetTimeZone()
  if (!here) return null
  return (
    <div className={classes.notice} role="status">
      <span>{text.zone.changed(here, zoneName())}</span>
      <UnstyledButton onClick={() => set.mutate(here)} disabled={set.isPending}>
        {text.zone.use(here)}
      </UnstyledButton>
      <UnstyledButton onClick={refuse}>
        {text.zone.keep(zoneName())}
      </UnstyledButton>
    </div>
  )
}

/** OfflineNotice says that the server cannot be reached, how old the board is, and where it is. */
export function OfflineNotice() {
  const lost = useLost()
  const copy = useCopy()
  const at = useQueryClient().getQueryState(allKey)?.dataUpdatedAt || copy?.at
  return (
    <div role="status" aria-live="polite">
      {lost && (
        <div className={classes.notice}>
          <span>
            {at ? text.phone.offlineSince(timeOrDay(at)) : text.phone.offline} {text.phone.readOnly}
          </span>
          {copy && <Link to="/tracker">{text.tracker.views.board}</Link>}
          {copy && <Link to="/">{text.phone.nextSteps}</Link>}
        </div>
      )}
    </div>
  )
}

function timeOrDay(at: number): string {
  const instant = new Date(at)
  return today(instant) === today() ? formatTime(instant) : formatInstant(instant)
}

/** VersionNotice offers to load the page anew when the server has a new version of it. */
export function VersionNotice() {
  const newVersion = useNewVersion()
  return (
    <div role="status" aria-live="polite">
      {newVersion && (
        <div className={classes.notice}>
          <span>{text.phone.newVersion}</span>
          <UnstyledButton onClick={() => window.location.reload()}>{text.phone.reload}</UnstyledButton>
        </div>
      )}
    </div>
  )
}

const SLOW_AFTER = 5000

/** SlowNotice says after a few seconds that the page is still waiting for the server. */
export function SlowNotice() {
  const waiting = useIsFetching({ predicate: (q) => q.state.status === 'pending' }) > 0
  const lost = useLost()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return (
    <div role="status" aria-live="polite">
      {slow && !lost && <div className={classes.slow}>{text.errors.slow}</div>}
    </div>
  )
}
