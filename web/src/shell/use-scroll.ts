import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** useScroll starts new pages at the top and restores the scroll position on going back. */
export function useScroll() {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  const places = useRef(new Map<string, number>())
  const last = useRef(pathname)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const note = () => places.current.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key])

  useLayoutEffect(() => {
    const moved = last.current !== pathname
    last.current = pathname
    if (how === 'POP') window.scrollTo(0, places.current.get(key) ?? 0)
    else if (moved) window.scrollTo(0, 0)
  }, [key, pathname, how])
}
