import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from './query'
import { Pages } from './routes'
import { session } from './session/session'
import { Toasts } from './shell/toast'
import { theme } from './theme/theme'

export function App() {
  // The next person on this machine must not see what the last one loaded.
  useEffect(
    () =>
      session.subscribe(() => {
        if (!session.token()) queryClient.clear()
      }),
    [],
  )

  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Pages />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}
