import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { session } from './session/session'

configure({ asyncUtilTimeout: 20_000 }) // a busy machine is slow, not broken

afterEach(() => {
  cleanup()
  session.end('left')
  vi.unstubAllGlobals()
})

// Browser functions that Mantine calls and happy-dom lacks.
window.matchMedia ??= (media: string) =>
  ({ matches: false, media, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
} as unknown as typeof ResizeObserver
Element.prototype.scrollIntoView ??= vi.fn()
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
