import { useEffect } from 'react'
import { useToken } from '~/session/session'

/** useServiceWorker registers the service worker for people who are signed in: what it keeps is of no use to others. */
export function useServiceWorker() {
  const signedIn = useToken() !== null
  useEffect(() => {
    if (!signedIn || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // It loads files, so it waits until the page has its own.
    const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
    if (document.readyState === 'complete') register()
    else window.addEventListener('load', register, { once: true })
    return () => window.removeEventListener('load', register)
  }, [signedIn])
}
