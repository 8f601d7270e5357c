import { type KeyboardEvent, type MouseEvent, type TouchEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Application, ApplicationStatus } from '~/api/models'

/** A place on the board: in a column, below so many other cards. */
export interface Place {
  status: ApplicationStatus
  index: number
}

export interface Drag {
  card: Application
  by: 'keyboard' | 'pointer'
  /** The height of the card, for the gap that it would fill. */
  height: number
  from: Place
  /** Null beside the columns. */
  to: Place | null
}

interface Options {
  /** The columns in the order in which they are shown. */
  shown: ApplicationStatus[]
  columns: Record<ApplicationStatus, Application[]>
  onLift: (drag: Drag) => void
  onOver: (drag: Drag) => void
  onDrop: (drag: Drag) => void
}

const MOUSE_SLACK = 5 // pixels before a press becomes a drag
const TOUCH_SLACK = 10 // pixels that a finger may move while it holds
const TOUCH_HOLD = 180 // milliseconds
const EDGE = 56 // pixels from the edge in which lists scroll by themselves
const SPEED = 14 // pixels per frame at the edge

const same = (a: Place | null, b: Place | null) => a?.status === b?.status && a?.index === b?.index

/**
 * useDrag moves cards between lists that scroll by themselves, on a board that scrolls sideways. A pointer moves a picture of the
 * card without rendering anything; the board renders when the card would come to another place.
 */
export function useDrag(options: Options) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const now = useRef<{ drag: Drag | null; options: Options; point: [number, number]; grip: [number, number]; width: number }>({
    drag: null, options, point: [0, 0], grip: [0, 0], width: 0,
  })
  const picture = useRef<HTMLDivElement>(null)
  /** How far below the other cards a height is, by column. */
  const indexAt = useRef(new Map<string, (y: number) => number>())
  useLayoutEffect(() => {
    now.current.options = options
  })

  const put = useCallback((next: Drag | null) => {
    now.current.drag = next
    setDrag(next)
  }, [])
  const lift = useCallback(
    (card: Application, element: HTMLElement, by: Drag['by']) => {
      const { columns, onLift } = now.current.options
      const from = { status: card.status, index: columns[card.status].findIndex((a) => a.id === card.id) }
      const next: Drag = { card, by, height: element.offsetHeight, from, to: from }
      now.current.width = element.offsetWidth
      put(next)
      onLift(next)
    },
    [put],
  )
  const over = useCallback(
    (to: Place | null) => {
      const { drag, options } = now.current
      if (!drag || same(drag.to, to)) return
      put({ ...drag, to })
      options.onOver({ ...drag, to })
    },
    [put],
  )
  const end = useCallback(
    (cancelled = false) => {
      const { drag, options } = now.current
      if (!drag) return
      put(null)
      options.onDrop(cancelled ? { ...drag, to: null } : drag)
    },
    [put],
  )

  /** follow moves the picture to the pointer and finds the place below it. */
  const follow = useCallback(() => {
    const { point, grip } = now.current
    const [x, y] = point
    if (picture.current) picture.current.style.transform = `translate(${x - grip[0]}px, ${y - grip[1]}px)`
    const below = document.elementFromPoint(x, y)
    const column = below?.closest<HTMLElement>('[data-column]')?.dataset.column
    // Between two columns the last place stays: letting go there, while the board scrolls, would put the card back.
    if (!column && below?.closest('[data-scroll="board"]')) return
    over(column ? { status: column as ApplicationStatus, index: indexAt.current.get(column)?.(y) ?? 0 } : null)
  }, [over])

  // At the edges the board and the list below the pointer scroll, as long as the pointer stays there.
  const pointing = drag?.by === 'pointer'
  useEffect(() => {
    if (!pointing) return
    let frame = 0
    const scroll = () => {
      const { point, drag } = now.current
      const board = document.querySelector<HTMLElement>('[data-scroll="board"]')
      const list = drag?.to && document.querySelector<HTMLElement>(`[data-scroll="board-${drag.to.status}"]`)
      const moved = [pull(board, 'x', point[0]), pull(list, 'y', point[1])].some(Boolean)
      if (moved) follow()
      frame = requestAnimationFrame(scroll)
    }
    frame = requestAnimationFrame(scroll)
    follow() // the picture has just been drawn
    return () => cancelAnimationFrame(frame)
  }, [pointing, follow])

  // Keys while a card is lifted, wherever the focus is.
  const lifted = drag !== null
  useEffect(() => {
    if (!lifted) return
    const key = (e: globalThis.KeyboardEvent) => {
      const { drag, options } = now.current
      if (!drag) return
      if (e.key === 'Escape' || e.key === 'Tab') end(true)
      else if (drag.by === 'keyboard' && e.key === ' ') end()
      else if (drag.by === 'keyboard' && drag.to) over(neighbour(drag, drag.to, e.key, options))
      e.preventDefault()
      e.stopPropagation()
    }
    window.addEventListener('keydown', key, { capture: true })
    return () => window.removeEventListener('keydown', key, { capture: true })
  }, [lifted, end, over])

  /** hold notes where on the card it is held. */
  const hold = useCallback((at: [number, number], element: HTMLElement) => {
    const box = element.getBoundingClientRect()
    now.current.point = at
    now.current.grip = [at[0] - box.left, at[1] - box.top]
  }, [])

  const onMouseDown = useCallback(
    (e: MouseEvent<HTMLElement>, card: Application) => {
      if (e.button !== 0 || e.ctrlKey || e.metaKey || now.current.drag || isControl(e.target)) return
      const element = e.currentTarget
      const start: [number, number] = [e.clientX, e.clientY]
      hold(start, element)
      const move = (m: globalThis.MouseEvent) => {
        now.current.point = [m.clientX, m.clientY]
        if (now.current.drag) follow()
        else if (Math.hypot(m.clientX - start[0], m.clientY - start[1]) > MOUSE_SLACK) lift(card, element, 'pointer')
        m.preventDefault() // no text is selected
      }
      const up = () => {
        window.removeEventListener('mousemove', move)
        window.removeEventListener('mouseup', up)
        if (now.current.drag) swallowClick()
        end()
      }
      window.addEventListener('mousemove', move)
      window.addEventListener('mouseup', up)
    },
    [hold, lift, follow, end],
  )

  const onTouchStart = useCallback(
    (e: TouchEvent<HTMLElement>, card: Application) => {
      const touch = e.touches[0]
      if (!touch || e.touches.length > 1 || now.current.drag || isControl(e.target)) return
      const element = e.currentTarget
      const start: [number, number] = [touch.clientX, touch.clientY]
      hold(start, element)
      const timer = setTimeout(() => lift(card, element, 'pointer'), TOUCH_HOLD)
      // On the card itself: it gets the events of its touch even when it is no longer on the page.
      const move = (m: globalThis.TouchEvent) => {
        const { clientX: x, clientY: y } = m.touches[0]!
        now.current.point = [x, y]
        if (now.current.drag) {
          m.preventDefault() // the lists must not scroll with the finger
          follow()
        } else if (Math.hypot(x - start[0], y - start[1]) > TOUCH_SLACK) stop()
      }
      const stop = () => {
        clearTimeout(timer)
        element.removeEventListener('touchmove', move)
        element.removeEventListener('touchend', drop)
        element.removeEventListener('touchcancel', cancel)
      }
      const drop = (m: globalThis.TouchEvent) => {
        if (now.current.drag) m.preventDefault() // no click follows
        stop()
        end()
      }
      const cancel = () => {
        stop()
        end(true)
      }
      element.addEventListener('touchmove', move, { passive: false })
      element.addEventListener('touchend', drop, { passive: false })
      element.addEventListener('touchcancel', cancel)
    },
    [hold, lift, follow, end],
  )

  const onKeyDown = useCallback(
    (e: KeyboardEvent<HTMLElement>, card: Application) => {
      if (e.key !== ' ' || now.current.drag) return
      e.preventDefault()
      lift(card, e.currentTarget, 'keyboard')
    },
    [lift],
  )

  const handlers = useRef({ onMouseDown, onTouchStart, onKeyDown }).current
  return { drag, picture, width: now.current.width, indexAt: indexAt.current, handlers }
}

export type DragHandlers = ReturnType<typeof useDrag>['handlers']

/** neighbour returns the place that an arrow key leads to. */
export function neighbour({ card }: Drag, to: Place, key: string, { shown, columns }: Pick<Options, 'shown' | 'columns'>): Place {
  const others = (status: ApplicationStatus) => columns[status].filter((a) => a.id !== card.id).length
  if (key === 'ArrowUp') return { ...to, index: Math.max(to.index - 1, 0) }
  if (key === 'ArrowDown') return { ...to, index: Math.min(to.index + 1, others(to.status)) }
  const side = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
  const status = shown[shown.indexOf(to.status) + side]
  return side !== 0 && status ? { status, index: Math.min(to.index, others(status)) } : to
}

/** isControl reports whether a press is meant for the menu of the card. Its check box can be pressed, and the card dragged by it. */
const isControl = (target: EventTarget) => (target as Element).closest('button, [role=menu]') !== null

/** pull scrolls an element whose edge is near a point, and reports whether it did. */
function pull(element: HTMLElement | null | undefined, axis: 'x' | 'y', at: number): boolean {
  if (!element) return false
  const box = element.getBoundingClientRect()
  const sideways = [Math.max(box.left, 0), Math.min(box.right, window.innerWidth)] as const
  const [low, high] = axis === 'x' ? sideways : ([box.top, Math.min(box.bottom, window.innerHeight)] as const)
  const share = at < low + EDGE ? (at - low - EDGE) / EDGE : at > high - EDGE ? (at - high + EDGE) / EDGE : 0
  if (share === 0) return false
  const name = axis === 'x' ? 'scrollLeft' : 'scrollTop'
  const before = element[name]
  element[name] += Math.max(-1, Math.min(share, 1)) * SPEED
  return element[name] !== before
}

/** swallowClick keeps the click that ends a drag from opening the link below the pointer. */
function swallowClick() {
  const swallow = (e: Event) => {
    e.preventDefault()
    e.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}
