import { useSyncExternalStore } from 'react'

// Every response names the build of the web app that its server has (internal/gateway/headers.go).
const HEADER = 'Rolecall-Build'
const RELOADED = 'rolecall.reloaded'

const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''

let old = false
let answered = false
const listeners = new Set<() => void>()

/**
 * noteBuild compares the build of this page with that of the server. A page that is old by its first answer was kept by the
 * service worker and is loaded anew at once. One that grew old while it was open says so: something may be typed in it.
 */
export function noteBuild(headers: Headers) {
  const build = headers.get(HEADER)
  const own = ownBuild() // empty while developing
  if (!build || !own) return
  const first = !answered
  answered = true
  if (build === own) return
  if (first && reloadOnce(build)) return
  if (old) return
  old = true
  for (const listener of listeners) listener()
}

/** reloadOnce loads the page anew, unless it did so for this build before: two servers may have different builds for a while. */
function reloadOnce(build: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === build) return false
    sessionStorage.setItem(RELOADED, build)
  } catch {
    return false // without storage it might go on for ever
  }
  location.reload()
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** useNewVersion reports whether the server has another build than this page. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => old)
}
