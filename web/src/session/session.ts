import { useSyncExternalStore } from 'react'
import { dropAllDrafts } from './draft'

// The token is kept in memory and, so that a reload does not sign out, in this tab's session storage. It is never in
// local storage or a cookie, so it ends with the tab and the browser never sends it by itself.
const KEY = 'rolecall.session'

/** Why the last session ended: the user signed out, or a service rejected the token. */
type Ending = 'left' | 'expired'

interface Stored {
  token: string
  endsAt: number
}

class Session {
  private current: Stored | null = null
  private ending: Ending | null = null
  private goal = '/'
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly listeners = new Set<() => void>()

  constructor() {
    try {
      const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null
      if (stored && typeof stored.token === 'string' && stored.endsAt > Date.now()) this.keep(stored)
    } catch {
      // Storage that is blocked or damaged means not signed in.
    }
  }

  token = (): string | null => this.current?.token ?? null

  /** lastEnding returns why the last session ended; null while signed in. */
  lastEnding = (): Ending | null => this.ending

  begin(token: string, expiresIn: number) {
    this.ending = null
    this.keep({ token, endsAt: Date.now() + expiresIn * 1000 })
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.current))
    } catch {
      // Without storage the session lasts until the tab is reloaded.
    }
    this.notify()
  }

  /** whereTo returns the page to show after signing out. */
  whereTo = (): string => this.goal

  end(why: Ending, goal = '/') {
    if (!this.current) return
    clearTimeout(this.timer)
    this.current = null
    this.ending = why
    if (why === 'left') dropAllDrafts()
    this.goal = goal
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // Storage is blocked, so nothing was stored.
    }
    this.notify()
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private keep(stored: Stored) {
    this.current = stored
    clearTimeout(this.timer)
    // A timer of more than 24.8 days overflows and would fire at once.
    this.timer = setTimeout(() => this.end('expired'), Math.min(stored.endsAt - Date.now(), 2 ** 31 - 1))
  }

  private notify() {
    for (const listener of this.listeners) listener()
  }
}

export const session = new Session()

export function useToken(): string | null {
  return useSyncExternalStore(session.subscribe, session.token)
}
