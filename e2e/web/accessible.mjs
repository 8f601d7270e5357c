import assert from 'node:assert/strict'
import { appears } from './expect.mjs'

/** accessiblePages looks at pages in both themes and tells all findings at once: one at a time would take a day. */
export async function accessiblePages(stage, person, addresses, more = async () => {}) {
  const findings = []
  const check = (page, what) => stage.accessible(page, what).catch((finding) => findings.push(finding.message))
  for (const theme of ['light', 'dark']) {
    const options = { theme, trace: false }
    const page = person ? await stage.as(person, options) : await stage.window(options)
    for (const address of addresses) {
      await page.goto(address)
      await appears(page.locator('h1').first())
      await check(page, `${address} in ${theme}`)
    }
    await more(page, (what) => check(page, `${what} in ${theme}`))
    await page.context().close()
  }
  assert.deepEqual(findings, [])
}
