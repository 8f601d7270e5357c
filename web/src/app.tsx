import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { queryClient } from './query'
import { Pages } from './routes'
import { session } from './session/session'
import { theme } from './theme/theme'

export function App() {
  const Toasts = useToasts()

  // What one person has loaded must never be seen by the next one on this machine.
  useEffect(() => {
    const unsubscribe = session.subscribe(() => {
      if (!session.token()) queryClient.clear()
    })
    return () => void unsubscribe()
  }, [])

  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Pages />
        {Toasts && <Toasts />}
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** useToasts loads the place for short messages when the browser has nothing better to do. */
function useToasts(): ComponentType | null {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = () => void import('./shell/toasts').then((m) => setToasts(() => m.default), () => undefined)
    if (!('requestIdleCallback' in window)) return load()
    const id = window.requestIdleCallback(load, { timeout: 3000 })
    return () => window.cancelIdleCallback(id)
  }, [])
  return Toasts
}
