import { startTransition, useEffect, useRef, useState } from 'react'

/**
 * useTyped holds what is being typed and passes it on when the fingers rest. The outside value wins only when it
 * changed by itself ("back", a link), never over letters that are still on their way out.
 */
export function useTyped(value: string, pass: (value: string) => void, pause = 180) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (next: string, at: 'pause' | 'now' = 'pause') => {
    clearTimeout(timer.current)
    setTyped(next)
    const go = () => {
      if (next.trim() === sent.current.trim()) return
      sent.current = next
      startTransition(() => pass(next))
    }
    if (at === 'now') go()
    else timer.current = setTimeout(go, pause)
  }
  return [typed, type] as const
}
