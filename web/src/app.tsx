import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from './query'
import { Pages } from './routes'
import { session } from './session/session'
import { Toasts } from './shell/toast'
import { theme } from './theme/theme'

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
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}
