import '@mantine/core/styles.css'
import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { queryClient } from './query'
import { platformQuery } from './shell/notices'

// The notice about mail stands above everything, so the page waits a moment to know whether it is needed: one that
// came later would push all the rest down.
await Promise.race([queryClient.prefetchQuery(platformQuery), new Promise((resolve) => setTimeout(resolve, 1500))])

// What a boundary caught has been shown to the reader already; the console only notes it.
createRoot(document.getElementById('root')!, { onCaughtError: (failure) => console.warn(failure) }).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
