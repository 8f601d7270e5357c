import { Navigate, Outlet, useLocation } from 'react-router'
import { useCopy } from '~/offline/state'
import { session, useToken } from './session'

/** safeNext returns where to go after signing in: only an address inside this app. */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/'
  return next
}

/**
 * SignedIn shows its pages to signed-in users and, without a connection, to the last of them. Others go to the sign-in page first
 * and come back after it.
 */
export function SignedIn() {
  const token = useToken()
  const copy = useCopy()
  const { pathname, search } = useLocation()
  if (token || copy) return <Outlet />
  // After signing out, do not ask to sign in again.
  if (session.lastEnding() === 'left') return <Navigate to={session.whereTo()} replace />
  return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />
}
