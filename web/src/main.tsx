import '@mantine/core/styles.css'
import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connection } from './api/connection'
import { App } from './app'
import { sentFirst } from './jobs/first-postings'
import { queryClient } from './query'
import { fetchPage } from './routes'
import { platformQuery } from './shell/notices'
import { loadServerTexts } from './text/server'

const page = fetchPage(location.pathname)

// The mail notice is above the page. Wait a moment to know whether it is needed: a late one would push the page down.
connection.start()
const pause = new Promise((resolve) => setTimeout(resolve, 1500))
await Promise.race([queryClient.prefetchQuery(platformQuery), connection.whenLost(), pause])

// Its code comes after the page, unless there is nothing else to show.
const offline = import('./offline/offline').then((m) => m.startOffline(queryClient)).catch(() => undefined)
if (connection.isLost()) await offline

// Without its code the page would be empty for a moment, and the postings that are already shown would vanish.
if (sentFirst()) await page

// The user has already seen what an error boundary caught, so the console gets a warning only.
createRoot(document.getElementById('root')!, { onCaughtError: (failure) => console.warn(failure) }).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

void loadServerTexts().catch(() => undefined) // then the server's own words are shown
