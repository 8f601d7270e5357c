import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

// Playwright is installed with the web app's packages.
const require = createRequire(new URL('../../web/package.json', import.meta.url))
export const { chromium } = require('playwright-core')
export const { AxeBuilder } = require('@axe-core/playwright')
export const { source: axeSource } = require('axe-core')

const shell = '/usr/bin/chromium-headless-shell'

/**
 * launch starts Debian's Chromium, without background traffic and without a sandbox, which root cannot use. The small one
 * has no push messages and takes a third less of the processor; where it is not installed, it is the whole one.
 */
export function launch({ small = false } = {}) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? (small && existsSync(shell) ? shell : '/usr/bin/chromium'),
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
