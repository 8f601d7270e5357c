import '@mantine/core/styles.css'
import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'

// What a boundary caught has been shown to the reader already; the console only notes it.
createRoot(document.getElementById('root')!, { onCaughtError: (failure) => console.warn(failure) }).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
