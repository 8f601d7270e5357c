const KEY = 'rolecall.mailbox'

let current: string | null = null

/**
 * mailboxToken returns the token that unlocks the mailbox. The link that `rolecall up` prints has it behind a #, so that no
 * server sees or logs it. It is removed from the address and kept in this browser for the next visit.
 */
export function mailboxToken(): string {
  const linked = location.hash.slice(1)
  if (linked && location.pathname === '/mailbox') {
    keepMailboxToken(linked)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  try {
    current ??= localStorage.getItem(KEY)
  } catch {
    // Storage is blocked: the token lasts for this visit.
  }
  return current ?? ''
}

export function keepMailboxToken(token: string) {
  current = token.trim()
  try {
    localStorage.setItem(KEY, current)
  } catch {
    // Storage is blocked: the token lasts for this visit.
  }
}
