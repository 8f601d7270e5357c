import { startTransition, useEffect, useRef, useState } from 'react'

/**
 * useTyped holds what is being typed and passes it on after a pause. A new outside value replaces it only if it came from
 * elsewhere ("back", a link): values that were passed on come back late, while the next letters are being typed.
 */
export function useTyped(value: string, pass: (value: string) => void, pause = 180) {
  const [typed, setTyped] = useState(value)
  const last = useRef(value.trim())
  const underway = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // After the pause call the latest callback, not the one of the last letter.
  const listener = useRef(pass)
  useEffect(() => {
    listener.current = pass
  })

  useEffect(() => {
    const at = underway.current.lastIndexOf(value.trim())
    if (at >= 0) {
      underway.current.splice(0, at + 1)
      return
    }
    if (value.trim() === last.current) return
    underway.current = []
    clearTimeout(timer.current)
    last.current = value.trim()
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  /** With 'show' the caller passes the value on itself, together with something else. */
  const type = (next: string, at: 'pause' | 'now' | 'show' = 'pause') => {
    clearTimeout(timer.current)
    setTyped(next)
    if (at === 'show') {
      last.current = next.trim()
      return
    }
    const { pathname } = location
    const go = () => {
      // A link was followed meanwhile and its page is still loading: passing the value on would lead back here.
      if (location.pathname !== pathname || next.trim() === last.current) return
      last.current = next.trim()
      underway.current.push(last.current)
      startTransition(() => listener.current(next))
    }
    if (at === 'now') go()
    else timer.current = setTimeout(go, pause)
  }
  return [typed, type] as const
}
