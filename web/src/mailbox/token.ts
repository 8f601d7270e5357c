const KEY = 'rolecall.mailbox'

let current: string | null = null

/**
 * mailboxToken is what opens the mailbox. The link that `rolecall up` prints has it behind a #, where no server and no
 * log sees it; from there it is taken out of the address and kept for the next visit of this browser.
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
    // Storage is switched off: the token holds for this visit.
  }
  return current ?? ''
}

export function keepMailboxToken(token: string) {
  current = token.trim()
  try {
    localStorage.setItem(KEY, current)
  } catch {
    // It holds for this visit then.
  }
}
