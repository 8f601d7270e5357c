import { session } from '~/session/session'

// The last search of this tab, so that "Find jobs" leads back to it. It is kept over a reload and dropped on signing out.
const KEY = 'rolecall.last-search'

/** rememberSearch notes the address of a search. */
export function rememberSearch(address: string) {
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // Storage is blocked: "Find jobs" starts anew.
  }
}

/** lastSearch returns the address of the last search, or of the search page if there was none. */
export function lastSearch(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '/find'
  } catch {
    return '/find'
  }
}

session.subscribe(() => {
  try {
    if (session.token() === null) sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
})
