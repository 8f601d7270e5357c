import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { noteBuild } from './version'

const PATIENCE = 10_000
const AGAIN = 5_000

/**
 * Connection knows whether the server can be reached. It asks the server, because the browser knows only whether there is a
 * network: a server on this machine needs none, and one that is down is away in spite of it.
 */
class Connection {
  private started = false
  private lost = false
  private asking: Promise<void> | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly listeners = new Set<() => void>()

  /** start begins to watch. Until then, as in tests, the server counts as reachable. */
  start() {
    this.started = true
    onlineManager.setEventListener(() => undefined) // requests wait while this connection is lost, not when the browser says so
    for (const event of ['online', 'offline']) window.addEventListener(event, this.check)
    document.addEventListener('visibilitychange', () => {
      if (this.lost && !document.hidden) this.check()
    })
  }

  isLost = () => this.lost

  /** check asks the server now and, while it does not answer, again every few seconds. */
  check = () => {
    if (!this.started) return Promise.resolve()
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined
    })
    return this.asking
  }

  /** whenLost resolves as soon as the connection is lost. */
  whenLost = () =>
    new Promise<void>((resolve) => {
      const look = () => this.lost && resolve()
      this.listeners.add(look)
      look()
    })

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private async ask() {
    clearTimeout(this.timer)
    try {
      const options: RequestInit = { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) }
      const answer = await fetch(new Request(`${location.origin}/platform`, options))
      if (answer.ok) noteBuild(answer.headers)
      this.set(!answer.ok)
    } catch {
      this.set(true)
    }
    if (this.lost) this.timer = setTimeout(this.check, AGAIN)
  }

  private set(lost: boolean) {
    if (this.lost === lost) return
    this.lost = lost
    onlineManager.setOnline(!lost)
    for (const listener of this.listeners) listener()
  }
}

export const connection = new Connection()

/** useLost reports whether the server cannot be reached. */
export function useLost(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isLost)
}
