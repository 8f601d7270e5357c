import { Navigate, Outlet, useLocation } from 'react-router'
import { session, useToken } from './session'

/** Where to go after signing in: only an address inside this app. */
export function safeNext(next: string | null): string {
  if (!next || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/'
  return next
}

/** SignedIn shows its pages to people who are signed in and sends everybody else to the sign-in page, and back. */
export function SignedIn() {
  const token = useToken()
  const { pathname, search } = useLocation()
  if (token) return <Outlet />
  // Whoever has just left is not asked to come back here.
  if (session.lastEnding() === 'left') return <Navigate to={session.whereTo()} replace />
  return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />
}
