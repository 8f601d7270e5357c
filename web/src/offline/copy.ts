// What a person last saw of the board, for reading without a connection. It is the browser's cache storage, which holds more
// than local storage and exists where service workers do.
import type { Application, Reminder } from '~/api/models'

const STORE = 'rolecall-copy'
const ENTRY = '/copy' // names an entry of the store, not a page
const OFF = 'rolecall.copy.off'
const MAX_AGE = 30 * 86_400_000

export interface Copy {
  /** The id of the account that it belongs to. */
  person: string
  /** When the server said so. */
  at: number
  applications: Application[]
  reminders: Reminder[]
}

const store = () => (typeof caches === 'undefined' ? null : caches)

/** readCopy returns what is kept, unless it is too old to be of use. */
export async function readCopy(now = Date.now()): Promise<Copy | null> {
  try {
    const kept = await store()?.match(ENTRY, { cacheName: STORE })
    const copy = kept ? ((await kept.json()) as Copy) : null
    return copy && now - copy.at < MAX_AGE ? copy : null
  } catch {
    return null // blocked or damaged
  }
}

export async function keepCopy(copy: Copy) {
  if (!copyWanted()) return
  try {
    await (await store()?.open(STORE))?.put(ENTRY, new Response(JSON.stringify(copy)))
  } catch {
    // Blocked, or the disk is full: then there is nothing to read offline.
  }
}

export async function dropCopy() {
  try {
    await store()?.delete(STORE)
  } catch {
    // Nothing was kept.
  }
}

/** copyWanted reports whether this device is to keep a copy. */
export function copyWanted(): boolean {
  try {
    return localStorage.getItem(OFF) === null
  } catch {
    return false
  }
}

export function wantCopy(wanted: boolean) {
  try {
    if (wanted) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, 'yes')
  } catch {
    // Storage is blocked, so nothing is kept either way.
  }
  if (!wanted) void dropCopy()
}

/** personOf returns the id of the account that a token is for, or null. */
export function personOf(token: string | null): string | null {
  try {
    const claims = JSON.parse(atob(token!.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown }
    return typeof claims.sub === 'string' ? claims.sub : null
  } catch {
    return null
  }
}
