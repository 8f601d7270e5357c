import assert from 'node:assert/strict'
import { appears } from './expect.mjs'

/**
 * accessiblePages checks pages in both themes and reports all findings at once. A page is an address, or an address with
 * functions that open something on it, by name. Those for a phone are loaded on a small screen. Each page is loaded in one
 * theme, in turn, and checked whole; after a change of the theme its colours are checked again.
 */
export async function accessiblePages(stage, person, pages, phonePages = []) {
  const findings = []
  const page = person ? await stage.as(person, { trace: false }) : await stage.window({ trace: false })
  let theme = 'light'
  const look = (what, rules) =>
    stage.accessible(page, `${what} in ${theme}`, rules).catch((finding) => findings.push(finding.message))
  const check = async (what) => {
    await look(what)
    theme = theme === 'light' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' })
    await look(what, COLOURS)
  }
  const open = async (address) => {
    await page.goto(address)
    await appears(page.locator('h1').first())
    await page.evaluate(withoutTransitions)
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
  assert.deepEqual(findings, [])
}

/** withoutTransitions makes a new theme appear at once: out of sight, where nothing is drawn, transitions would not end. */
function withoutTransitions() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** The rules of axe that look at colours: a theme changes nothing else. */
const COLOURS = ['color-contrast', 'link-in-text-block']
