import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

type Place = Record<string, [left: number, top: number]>

const STORE = 'rolecall.scroll'
const PAGE = '' // the page itself; other names are those of data-scroll
/** How long to wait for a page to have what was scrolled to, in milliseconds. */
const PATIENCE = 3000

/** places are where the pages of the history were scrolled to, by the key of their entry. */
const places = new Map<string, Place>(JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as [string, Place][])

const elementOf = (name: string) => (name === PAGE ? document.scrollingElement : document.querySelector(`[data-scroll="${name}"]`))

/**
 * useScroll starts new pages at the top. On going back it scrolls the page, and its parts that have a data-scroll, to where
 * they were.
 */
export function useScroll() {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  const last = useRef({ key, pathname })

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const note = ({ target }: Event) => {
      const name = target === document ? PAGE : (target as HTMLElement).dataset?.scroll
      const element = name === undefined ? null : elementOf(name)
      if (element) places.set(key, { ...places.get(key), [name!]: [element.scrollLeft, element.scrollTop] })
    }
    const keep = () => sessionStorage.setItem(STORE, JSON.stringify([...places].slice(-50)))
    window.addEventListener('scroll', note, { passive: true, capture: true }) // the scrolling of parts does not bubble
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('scroll', note, { capture: true })
      window.removeEventListener('pagehide', keep)
    }
  }, [key])

  useLayoutEffect(() => {
    const from = last.current
    last.current = { key, pathname }
    if (how === 'POP') return restore(places.get(key) ?? { [PAGE]: [0, 0] })
    if (from.pathname !== pathname) window.scrollTo(0, 0)
    else places.set(key, { ...places.get(from.key) }) // the same page with another address stays where it is
  }, [key, pathname, how])
}

/** restore scrolls to a place until it is reached, because what is there may still be loading, or until the user scrolls. */
function restore(place: Place): () => void {
  const end = performance.now() + PATIENCE
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) window.removeEventListener(event, stop)
  }
  const scroll = () => {
    const reached = Object.entries(place).every(([name, [left, top]]) => {
      const element = elementOf(name)
      element?.scrollTo(left, top)
      return element && Math.abs(element.scrollTop - top) < 2 && Math.abs(element.scrollLeft - left) < 2
    })
    if (reached || performance.now() > end) stop()
    else frame = requestAnimationFrame(scroll)
  }
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) window.addEventListener(event, stop, { passive: true })
  scroll()
  return stop
}
