// Measures the search page in Chromium and prints one line of JSON:
//
//   BASE_URL=http://localhost:8080 node e2e/web/measure.mjs
//
// Times are milliseconds. `longestTask` is the longest time the page could not answer while somebody typed.
import { launch } from './browser.mjs'

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const words = (process.env.WORDS ?? 'senior engineer,designer,data').split(',')

const browser = await launch()
const context = await browser.newContext({ baseURL: base, viewport: { width: 1366, height: 860 }, locale: 'en-GB' })
const page = await context.newPage()
await page.addInitScript(() => {
  window.seen = { shift: 0, tasks: [], paint: 0 }
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) if (!e.hadRecentInput) window.seen.shift += e.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) window.seen.tasks.push({ start: e.startTime, duration: e.duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) if (e.name === 'first-contentful-paint') window.seen.paint = e.startTime
  }).observe({ type: 'paint', buffered: true })
})

await page.goto('/find')
await page.locator('[data-job]').first().waitFor()
const listed = await page.evaluate(() => performance.now())
await page.waitForLoadState('networkidle')
const loading = await page.evaluate(() => ({ ...window.seen, tasks: [...window.seen.tasks], at: performance.now() }))
const script = await page.evaluate(() => performance.getEntriesByType('resource').filter((r) => r.name.endsWith('.js')).reduce((sum, r) => sum + r.encodedBodySize, 0))

const answers = []
const search = page.getByRole('searchbox')
for (const word of words) {
  await search.fill('')
  await page.waitForURL((url) => !url.searchParams.has('keyword'))
  await search.focus()
  const answered = page.waitForResponse((r) => {
    const url = new URL(r.url())
    return url.pathname === '/jobs' && url.searchParams.get('keyword') === word
  })
  await page.keyboard.type(word, { delay: 45 })
  const typed = Date.now()
  await answered
  await page.locator('[data-job]').first().waitFor()
  answers.push(Date.now() - typed)
}
const done = await page.evaluate(() => window.seen)
const whileTyping = done.tasks.filter((t) => t.start >= loading.at).map((t) => t.duration)
await browser.close()

const round = (n) => Math.round(n * 10) / 10
console.log(
  JSON.stringify({
    firstContentfulPaint: round(loading.paint),
    firstPostings: round(listed),
    layoutShift: Math.round(done.shift * 1e4) / 1e4,
    scriptKilobytes: round(script / 1000),
    longestTaskWhileLoading: round(Math.max(0, ...loading.tasks.map((t) => t.duration))),
    longestTaskWhileTyping: round(Math.max(0, ...whileTyping)), // tasks below 50 ms are not reported by the browser
    slowestAnswer: Math.max(...answers),
  }),
)
