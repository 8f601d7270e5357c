/** Credentials of an account whose address is not confirmed yet, in memory only, to sign in right after the confirmation. */
let pendingLogin: { email: string; password: string } | null = null

/** rememberLogin keeps credentials until takeLogin is called or the page is reloaded. */
export function rememberLogin(email: string, password: string) {
  pendingLogin = { email, password }
}

/** takeLogin returns and forgets the kept credentials, or returns null if they belong to another address. */
export function takeLogin(email: string): { email: string; password: string } | null {
  const found = pendingLogin?.email === email ? pendingLogin : null
  pendingLogin = null
  return found
}
