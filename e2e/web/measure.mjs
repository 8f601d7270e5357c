// Measures the search page in Chromium and prints one line of JSON for each round:
//
//   BASE_URL=http://localhost:8080 ROUNDS=3 node e2e/web/measure.mjs
//
// Times are milliseconds. A task blocks the page's main thread, so no key is handled during it. Each has its wall-clock and
// its processor time: where they differ, the machine was busy with something else.
import { launch } from './browser.mjs'

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const words = (process.env.WORDS ?? 'senior engineer,designer,data').split(',')
const KEY_GAP = 45 // a fast typist

const browser = await launch()
for (let i = 0; i < Number(process.env.ROUNDS ?? 1); i++) console.log(JSON.stringify(await measure()))
await browser.close()

async function measure() {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1366, height: 860 }, locale: 'en-GB' })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  await page.addInitScript(watch)
  const tasks = await follow(context, page)

  await page.goto('/find')
  await page.locator('[data-job]').first().waitFor()
  const listed = await page.evaluate(() => performance.now())
  await page.waitForLoadState('networkidle')
  const script = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((r) => r.name.endsWith('.js'))
      .reduce((sum, r) => sum + r.encodedBodySize, 0),
  )
  const loading = longest(await tasks.stop())

  await tasks.start()
  const answers = []
  for (const word of words) answers.push(await typed(page, word))
  const typing = longest(await tasks.stop())
  const seen = await page.evaluate(() => window.seen)
  await context.close()
  return {
    firstContentfulPaint: round(seen.paint),
    firstPostings: round(listed),
    layoutShift: Math.round(seen.shift * 1e4) / 1e4,
    scriptBytes: script,
    taskWhileLoading: loading,
    taskWhileTyping: typing,
    slowestKey: round(seen.key), // from the key press to the next paint
    slowestAnswer: round(Math.max(...answers)), // from the last letter to the postings
  }
}

/** typed searches for a word and returns how long its postings took. */
async function typed(page, word) {
  const search = page.getByLabel('Search for jobs')
  await search.fill('')
  await page.waitForURL((url) => !url.searchParams.has('keyword'))
  await search.focus()
  const answered = page.waitForResponse((r) => {
    const url = new URL(r.url())
    return url.pathname === '/jobs' && url.searchParams.get('keyword') === word
  })
  await page.keyboard.type(word, { delay: KEY_GAP })
  const done = performance.now()
  await answered
  await page.locator('section:not([data-stale]) > ul [data-job]').first().waitFor()
  return performance.now() - done
}

/** watch collects performance entries; it runs in the page. */
function watch() {
  window.seen = { shift: 0, paint: 0, key: 0 }
  const each = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
  each('layout-shift', (e) => (window.seen.shift += e.hadRecentInput ? 0 : e.value))
  each('paint', (e) => e.name === 'first-contentful-paint' && (window.seen.paint = e.startTime))
  each('event', (e) => /^key/.test(e.name) && (window.seen.key = Math.max(window.seen.key, e.duration)), { durationThreshold: 16 })
}

/** follow traces the tasks of the page's main thread. */
async function follow(context, page) {
  const devtools = await context.newCDPSession(page)
  let events = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  const start = () =>
    devtools.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
    })
  const stop = async () => {
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await complete
    const mains = new Set(
      events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid}/${e.tid}`),
    )
    const tasks = events.filter((e) => e.ph === 'X' && /RunTask$/.test(e.name) && mains.has(`${e.pid}/${e.tid}`))
    events = []
    return tasks
  }
  await start()
  return { start, stop }
}

function longest(tasks) {
  const clock = tasks.reduce((most, t) => Math.max(most, t.dur), 0) / 1000
  const processor = tasks.reduce((most, t) => Math.max(most, t.tdur ?? 0), 0) / 1000
  return { clock: round(clock), processor: round(processor) }
}

function round(n) {
  return Math.round(n * 10) / 10
}
