import { createRequire } from 'node:module'

// Playwright is installed with the web app's packages.
const require = createRequire(new URL('../../web/package.json', import.meta.url))
export const { chromium } = require('playwright-core')
export const { AxeBuilder } = require('@axe-core/playwright')

/** launch starts Debian's Chromium, without background traffic and without a sandbox, which root cannot use. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}
