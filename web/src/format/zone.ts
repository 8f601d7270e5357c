// The time zone in which times are shown: the one that the user has set, else the browser's. It is kept in this tab's session
// storage, so that a reload does not show the browser's first. The zone of this device that the user does not want is kept in
// local storage, so that it is not asked about again.
const KEY = 'rolecall.zone'
const REFUSED = 'rolecall.zone-refused'

class ShownZone {
  private name: string | undefined
  private readonly listeners = new Set<() => void>()

  constructor() {
    try {
      this.name = sessionStorage.getItem(KEY) ?? undefined
    } catch {
      // Storage is blocked: the zone is known once the server has answered.
    }
  }

  /** current returns the zone that was set, undefined for the browser's. */
  current = (): string | undefined => this.name

  set(name: string | null) {
    const next = name && known(name) ? name : undefined
    if (next === this.name) return
    this.name = next
    try {
      if (next) sessionStorage.setItem(KEY, next)
      else sessionStorage.removeItem(KEY)
    } catch {
      // It lasts until the page is reloaded.
    }
    for (const listener of this.listeners) listener()
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
}

export const shownZone = new ShownZone()

export function refusedZone(): string | null {
  try {
    return localStorage.getItem(REFUSED)
  } catch {
    return null
  }
}

export function refuseZone(zone: string) {
  try {
    localStorage.setItem(REFUSED, zone)
  } catch {
    // It is asked again after a reload.
  }
}

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const zoneName = () => shownZone.current() ?? browserZone()

/** known reports whether this browser has the zone; the server may know newer ones. */
function known(name: string): boolean {
  try {
    return clockOf(name) !== undefined
  } catch {
    return false
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric',
      hour: 'numeric', minute: 'numeric', second: 'numeric',
    })
    clocks.set(zone, clock)
  }
  return clock
}

/** clockTime returns what a clock in the zone shows, as milliseconds of UTC. */
export function clockTime(instant: number, zone = shownZone.current()): number {
  if (!zone) return instant - new Date(instant).getTimezoneOffset() * 60_000
  const parts: Record<string, number> = {}
  for (const { type, value } of clockOf(zone).formatToParts(instant)) parts[type] = Number(value)
  return Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second) + (((instant % 1000) + 1000) % 1000)
}

const DAY = 86_400_000

/**
 * instantOf returns when a clock in the zone shows a time. Of two such instants it is the first; a time that is skipped when
 * clocks go forward is taken as if they had not.
 */
export function instantOf(clock: number, zone = shownZone.current()): number {
  const [early, late] = [clock - DAY, clock + DAY].map((near) => clock - (clockTime(near, zone) - near)) as [number, number]
  return clockTime(early, zone) !== clock && clockTime(late, zone) === clock ? late : early
}

/** sameClock reports whether clocks in two zones agree, now and in the coming year. */
export function sameClock(a: string, b: string, now = Date.now()): boolean {
  const months = Array.from({ length: 13 }, (_, i) => now + i * 30 * DAY)
  return a === b || months.every((t) => clockTime(t, a) === clockTime(t, b))
}

let foreign: { zones: string; name: string | undefined } | undefined

/** foreignZone returns the zone in which times are shown if its clock is not the one of this device. */
export function foreignZone(): string | undefined {
  const shown = shownZone.current()
  if (!shown) return undefined
  const here = browserZone()
  const zones = `${shown} ${here}`
  if (foreign?.zones !== zones) foreign = { zones, name: here && !sameClock(shown, here) ? shown : undefined }
  return foreign.name
}
