import assert from 'node:assert/strict'
import { appears } from './expect.mjs'

/**
 * accessiblePages checks pages in both themes and reports all findings at once. A page is an address, or an address with
 * functions that open something on it, by name. Those for a phone are loaded on a small screen.
 */
export async function accessiblePages(stage, person, pages, phonePages = []) {
  const findings = []
  for (const theme of ['light', 'dark']) {
    const options = { theme, trace: false }
    const page = person ? await stage.as(person, options) : await stage.window(options)
    const check = (what) => stage.accessible(page, `${what} in ${theme}`).catch((finding) => findings.push(finding.message))
    const open = async (address) => {
      await page.goto(address)
      await appears(page.locator('h1').first())
    }
    for (const [address, states = {}] of pages.map((p) => [p].flat())) {
      await open(address)
      await check(address)
      for (const [what, act] of Object.entries(states)) {
        await act(page)
        await check(what)
      }
    }
    await page.setViewportSize({ width: 390, height: 844 })
    for (const address of phonePages) {
      await open(address)
      await check(`${address} on a phone`)
    }
    await page.context().close()
  }
  assert.deepEqual(findings, [])
}
