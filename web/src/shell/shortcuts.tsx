import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { focusSearch } from './focus'
import { HELP, PALETTE } from './sheets'

const goTo: Record<string, string> = {
  h: '/', f: '/find', s: '/saved', e: '/employers', t: '/tracker', r: '/reminders', i: '/inbox', p: '/settings',
}

type Sheet = ComponentType<{ onClose: () => void }>

const ownKeys =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]'

/** isTyping reports whether a key is text, or belongs to a dialog or menu, and so is no shortcut. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  return (
    event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented ||
    !!target?.closest?.(ownKeys)
  )
}

/** useShortcut runs an action when its key is pressed outside text fields and dialogs. */
export function useShortcut(key: string, action: (event: KeyboardEvent) => void) {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === key && !isTyping(event) && !waiting) latest.current(event)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [key])
}

// True while "g" waits for its second key: single-key shortcuts are off.
let waiting = false

/** Shortcuts handles the keys that work everywhere and shows the list of shortcuts. */
export function Shortcuts() {
  const navigate = useNavigate()
  const [Open, setOpen] = useState<Sheet | null>(null)

  useEffect(() => {
    const open = (load: () => Promise<{ default: Sheet }>) => void load().then((m) => setOpen(() => m.default), () => undefined)
    const show = () => open(() => import('./help-sheet'))
    const palette = () => open(() => import('./palette'))
    let timer: ReturnType<typeof setTimeout>
    const listen = (event: KeyboardEvent) => {
      // This one works in text fields too.
      if ((event.ctrlKey || event.metaKey) && event.key === 'k' && !(event.target as HTMLElement).closest('[role="dialog"]')) {
        event.preventDefault()
        return palette()
      }
      if (isTyping(event)) return
      if (event.key === '?') return show()
      if (waiting) {
        // The other listeners of this key press must still see `waiting`.
        clearTimeout(timer)
        timer = setTimeout(() => (waiting = false))
        const to = goTo[event.key]
        if (to) void navigate(to)
        return
      }
      if (event.key === 'g') {
        waiting = true
        timer = setTimeout(() => (waiting = false), 1200)
      } else if (event.key === '/') {
        event.preventDefault()
        if (!focusSearch()) void navigate('/find')
      }
    }
    window.addEventListener('keydown', listen, { capture: true })
    window.addEventListener(HELP, show)
    window.addEventListener(PALETTE, palette)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', listen, { capture: true })
      window.removeEventListener(HELP, show)
      window.removeEventListener(PALETTE, palette)
    }
  }, [navigate])

  return Open && <Open onClose={() => setOpen(null)} />
}
