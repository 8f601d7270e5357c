import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

interface Place {
  /** How far the page and its parts are scrolled, by the data-scroll of the part. */
  at: Record<string, [left: number, top: number]>
  /** The posting in the middle of the list and where it is: rows off screen have estimated heights, so a distance is not enough. */
  row?: [id: string, top: number]
}

const PAGE = '' // the page itself
/** How long to wait for a page to have what was scrolled to, in milliseconds. */
const PATIENCE = 5000

/** places are where the pages of the history were scrolled to, by the key of their entry. */
const places = new Map<string, Place>()

const elementOf = (name: string) => (name === PAGE ? document.scrollingElement : document.querySelector(`[data-scroll="${name}"]`))
const rowOf = (id: string) => document.querySelector(`#results [data-job="${id}"]`)?.closest('li')

/** wasScrolled reports whether an entry of the history is scrolled to where it was when somebody goes back to it. */
export const wasScrolled = (key: string) => places.has(key)

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
      const { key } = last.current
      const name = target === document ? PAGE : (target as HTMLElement).dataset?.scroll
      const element = name === undefined ? null : elementOf(name)
      if (!element) return
      const place: Place = { at: { ...places.get(key)?.at, [name!]: [element.scrollLeft, element.scrollTop] } }
      places.set(key, { ...place, row: middleRow() })
    }
    window.addEventListener('scroll', note, { passive: true, capture: true }) // the scrolling of parts does not bubble
    return () => window.removeEventListener('scroll', note, { capture: true })
  }, [])

  useLayoutEffect(() => {
    const from = last.current
    last.current = { key, pathname }
    if (how === 'POP') return restore(places.get(key) ?? { at: { [PAGE]: [0, 0] } })
    const stays = from.pathname === pathname && places.get(from.key)
    if (stays) places.set(key, stays) // the same page with another address
    else if (from.pathname !== pathname) window.scrollTo(0, 0)
  }, [key, pathname, how])
}

function middleRow(): Place['row'] {
  const list = document.getElementById('results')?.getBoundingClientRect()
  // The list item: what is in it may not be rendered yet.
  const item = list && document.elementFromPoint(list.left + list.width / 2, window.innerHeight / 2)?.closest('li')
  const id = item?.querySelector<HTMLElement>('[data-job]')?.dataset.job
  return item && id ? [id, item.getBoundingClientRect().top] : undefined
}

/** restore scrolls to a place until it stands there, because what is there may still be loading, or until the user scrolls. */
function restore(place: Place): () => void {
  const end = performance.now() + PATIENCE
  let frame = 0
  let stood = 0
  const events = ['wheel', 'touchstart', 'keydown', 'pointerdown']
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const event of events) window.removeEventListener(event, stop)
  }
  const scroll = () => {
    stood = scrollTo(place) ? stood + 1 : 0
    if (stood === 3 || performance.now() > end) stop()
    else frame = requestAnimationFrame(scroll)
  }
  for (const event of events) window.addEventListener(event, stop, { passive: true })
  scroll()
  return stop
}

/** scrollTo scrolls to a place and reports whether it was there already. */
function scrollTo({ at, row }: Place): boolean {
  const shown = row && rowOf(row[0])
  const stands = Object.entries(at).map(([name, [left, top]]) => {
    const element = elementOf(name)
    if (!element) return false
    const by = name === PAGE && shown ? shown.getBoundingClientRect().top - row[1] : top - element.scrollTop
    const there = Math.abs(by) < 2 && Math.abs(element.scrollLeft - left) < 2
    if (!there) element.scrollTo(left, element.scrollTop + by)
    return there
  })
  return stands.every(Boolean)
}
