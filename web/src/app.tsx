import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RouterProvider } from 'react-router'
import { queryClient } from './query'
import { router } from './routes'
import { session } from './session/session'
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
        <Notifications position="bottom-center" limit={3} containerWidth={440} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
