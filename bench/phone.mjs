// Measures the web app on an emulated phone, and prints one line of JSON per round:
//
//   BASE_URL=http://localhost:8080 TOKEN=… ROUNDS=3 node bench/phone.mjs
//
// Times are in milliseconds. Chromium emulates a CPU four times slower and slow 4G, with the values that DevTools and Lighthouse use when
// they throttle requests. Every round starts with an empty cache.
import { launch } from '../e2e/web/browser.mjs'

const base = process.env.BASE_URL
const session = JSON.stringify({ token: process.env.TOKEN, endsAt: Date.now() + 3_600_000 })
const slow4G = { offline: false, latency: 150 * 3.75, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9 }

const browser = await launch()
for (let i = 0; i < Number(process.env.ROUNDS ?? 1); i++) console.log(JSON.stringify({ ...(await find()), ...(await board()) }))
await browser.close()

async function phone() {
  const context = await browser.newContext({
    baseURL: base, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, locale: 'en-GB',
  })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  await page.addInitScript(watch)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { context, page, devtools }
}

/** find opens the search page with an empty cache. */
async function find() {
  const { context, page } = await phone()
  await page.goto('/find', { waitUntil: 'commit' })
  await page.locator('.first a, [data-job]').first().waitFor() // the first postings come with the page
  const there = await page.evaluate(() => performance.now())
  await page.locator('[data-job]').first().waitFor()
  const listReady = await page.evaluate(() => performance.now())
  await page.waitForLoadState('networkidle')
  const bytes = await page.evaluate(() =>
    ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type)).reduce((sum, e) => sum + e.transferSize, 0),
  )
  const { paint } = await page.evaluate(() => window.seen)
  const firstPosting = Math.max(there, paint) // what is in the page is not painted before its styles have loaded
  await context.close()
  return { firstContentfulPaint: paint, firstPosting, listReady, bytes }
}

/** board uses the tracker: it types in the filter, toggles the closed columns, and moves cards by dragging and by menu. */
async function board() {
  const { context, page, devtools } = await phone()
  await context.addInitScript((kept) => sessionStorage.setItem('rolecall.session', kept), session)
  await page.goto('/tracker')
  await page.locator('[data-application]').first().waitFor()
  // Columns render only the visible cards; their headings show the count. A column out of sight has no innerText.
  const heads = await page.locator('[data-column] h2 + span').allTextContents()
  const cards = heads.reduce((sum, n) => sum + Number(n.replace(/\D/g, '')), 0)
  await page.evaluate(() => (window.seen.interactions = new Map()))
  const filter = page.getByLabel('Filter', { exact: false }).first()
  await filter.tap()
  for (const word of ['engineer', 'data', 'manager']) {
    await page.keyboard.type(word, { delay: 120 })
    for (const _ of word) await page.keyboard.press('Backspace', { delay: 60 })
  }
  for (let i = 0; i < 4; i++) {
    await page.getByRole('switch').click({ force: true })
    await page.waitForTimeout(500)
  }
  await drag(page, devtools)
  for (const to of ['Interview', 'Offer', 'Screening']) {
    const card = page.locator('[data-column=APPLIED] [data-application]').first()
    await card.getByRole('button', { name: /^Actions for/ }).tap()
    await page.getByRole('menuitem', { name: to }).tap()
    await page.waitForTimeout(500)
  }
  await page.waitForTimeout(1000)
  const worst = await page.evaluate(() => [...window.seen.interactions.values()].sort((a, b) => b - a))
  await context.close()
  return { cards, interactions: worst.length, interactionToNextPaint: worst[0] ?? null }
}

/** drag picks a card up by touch, moves it along its column and over the next one, and drops it. */
async function drag(page, devtools) {
  const card = page.locator('[data-column=APPLIED] [data-application]').nth(1)
  await card.scrollIntoViewIfNeeded()
  const { x, y } = await card.boundingBox()
  const touch = (type, ...points) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', { x: x + 60, y: y + 20 })
  await page.locator('body > [data-dragging]').waitFor()
  for (let i = 0; i < 40; i++) {
    await touch('touchMove', { x: 180 + 170 * Math.max(0, i - 20) / 20, y: y + 150 + 140 * Math.sin(i / 3) })
    await page.waitForTimeout(30)
  }
  await touch('touchEnd')
  await page.waitForTimeout(500)
}

/** watch collects performance entries. It runs in the page. */
function watch() {
  window.seen = { paint: 0, interactions: new Map() }
  const each = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
  each('paint', (e) => e.name === 'first-contentful-paint' && (window.seen.paint = e.startTime))
  each(
    'event',
    ({ interactionId: id, duration }) =>
      id && window.seen.interactions.set(id, Math.max(window.seen.interactions.get(id) ?? 0, duration)),
    { durationThreshold: 16 },
  )
}
