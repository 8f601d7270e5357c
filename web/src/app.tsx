import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { queryClient } from './query'
import { Pages } from './routes'
import { session } from './session/session'
import { theme } from './theme/theme'

const Toasts = lazy(() => import('./shell/toasts'))

export function App() {
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
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}
