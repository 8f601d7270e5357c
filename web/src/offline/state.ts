import { useSyncExternalStore } from 'react'
import type { Copy } from './copy'

let copy: Copy | null = null
const listeners = new Set<() => void>()

/** shownCopy is the copy of the board that is shown while the server cannot be reached. */
export const shownCopy = {
  current: () => copy,
  set(next: Copy | null) {
    if (copy === next) return
    copy = next
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export function useCopy(): Copy | null {
  return useSyncExternalStore(shownCopy.subscribe, shownCopy.current)
}
