/** Whose address is still to be confirmed; kept in memory so that confirming it also signs in. */
let joined: { email: string; password: string } | null = null

export function rememberJoined(email: string, password: string) {
  joined = { email, password }
}

/** takeJoined returns the credentials given with an address on this page, once. */
export function takeJoined(email: string): { email: string; password: string } | null {
  const found = joined?.email === email ? joined : null
  joined = null
  return found
}
