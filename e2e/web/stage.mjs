import assert from 'node:assert/strict'
import { AxeBuilder, axeSource } from './browser.mjs'
import { PATIENCE } from './expect.mjs'
import { Person } from './person.mjs'

let people = 0

// What the console says of requests without a connection, or one that ends under them.
const disconnected =
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_\w+|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)/

/** A Stage gives a journey browser windows, whose errors it collects, and people. */
export class Stage {
  /** Errors in the console, violations of the security policy, and uncaught errors. */
  complaints = []
  /** What is printed below the journey's verdict. */
  notes = []
  #contexts = []

  constructor(browser, base, results) {
    this.browser = browser
    this.base = base
    this.results = results
  }

  /**
   * window opens a separate browser window. `expect` lists error statuses that the journey causes, which the browser writes
   * to its console. Journeys that open no other site and need their service worker undisturbed are left `alone`: Playwright would
   * intercept the worker's requests too. Journeys with very many steps turn `trace` off. Without `serviceWorkers: 'allow'` there
   * is no service worker, which would load the whole app for every window.
   */
  async window({ theme = 'light', phone = false, touch = phone, expect = [], trace = true, alone = false, ...options } = {}) {
    const context = await this.browser.newContext({
      baseURL: this.base,
      viewport: phone ? { width: 390, height: 844 } : { width: 1366, height: 860 },
      hasTouch: touch,
      colorScheme: theme,
      locale: 'en-GB',
      timezoneId: 'Europe/Madrid',
      reducedMotion: 'reduce',
      acceptDownloads: true,
      serviceWorkers: 'block',
      ...options,
    })
    context.setDefaultTimeout(PATIENCE)
    // Without screenshots, which take as long as everything else together: a trace keeps each step's page anyway.
    if (trace) await context.tracing.start({ snapshots: true })
    this.#contexts.push(context)
    // Never open other sites, such as the original postings.
    if (!alone) await context.route((url) => url.origin !== new URL(this.base).origin, (route) => route.abort())
    const page = await context.newPage()
    const own = () => page.url().startsWith(this.base) || page.url() === 'about:blank'
    page.on('pageerror', (e) => this.complaints.push(`uncaught in ${page.url()}: ${e.stack ?? e.message}`))
    page.on('console', (m) => {
      const answered = /the server responded with a status of (\d+)/.exec(m.text())
      if (answered && expect.includes(Number(answered[1]))) return
      if (expect.includes('offline') && disconnected.test(m.text())) return
      // Playwright's own scripts, which the sandboxed frame of an email blocks.
      if (m.text().startsWith("Blocked script execution in 'about:srcdoc'")) return
      if (m.type() === 'error' && own()) this.complaints.push(`console of ${page.url()}: ${m.text()} ${m.location().url ?? ''}`)
    })
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (e) => console.error(`security policy: ${e.violatedDirective} ${e.blockedURI}`))
    })
    return page
  }

  /** person creates somebody with a confirmed account. */
  async person() {
    const p = new Person(this.base, `${new Date().getTime().toString(36)}-${++people}`)
    await p.join()
    return p
  }

  /** stranger returns somebody without an account. */
  stranger() {
    return new Person(this.base, `${new Date().getTime().toString(36)}-${++people}`)
  }

  /** as opens a window in which the person is signed in. */
  async as(person, options) {
    const page = await this.window(options)
    await this.enter(page, person)
    return page
  }

  async enter(page, person) {
    await page.context().addInitScript(
      ([base, kept]) => {
        if (location.origin !== base || sessionStorage.getItem('rolecall.e2e')) return
        sessionStorage.setItem('rolecall.session', kept)
        sessionStorage.setItem('rolecall.e2e', 'entered') // a reload after signing out must not sign in again
      },
      [new URL(this.base).origin, JSON.stringify({ token: person.token, endsAt: Date.now() + 3_600_000 })],
    )
  }

  /** accessible fails if axe finds something serious or critical on the page when it has loaded, by the given rules or by all. */
  async accessible(page, what, rules) {
    await settled(page)
    await this.accessibleNow(page, what, rules)
  }

  /** accessibleNow checks the page as it is. */
  async accessibleNow(page, what, rules) {
    // AxeBuilder would load axe twice for every check.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
    // Legacy mode runs in the page itself instead of opening another one for every check, and only violations are
    // described: both take half the time and check the same. The only frames are emails, which run no scripts.
    const axe = new AxeBuilder({ page, axeSource: '0' }).setLegacyMode().options({ iframes: false, resultTypes: ['violations'] })
    if (rules) axe.withRules(rules)
    else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    const { violations } = await axe.analyze()
    const grave = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
    const describe = (n) => `    ${n.target.join(' ')}: ${n.failureSummary?.split('\n')[1]?.trim()}`
    const found = grave.map((v) => [`${v.id}: ${v.help}`, ...v.nodes.slice(0, 4).map(describe)].join('\n'))
    assert.equal(grave.length, 0, `${what}:\n${found.join('\n')}`)
  }

  verify() {
    assert.deepEqual(this.complaints, [], 'the browser complained')
  }

  async close(keep) {
    for (const [i, context] of this.#contexts.entries()) {
      const page = context.pages()[0]
      if (keep && page) await page.screenshot({ path: `${this.results}-${i}.png` }).catch(() => undefined)
      await context.tracing.stop(keep ? { path: `${this.results}-${i}.zip` } : undefined).catch(() => undefined)
      await context.close()
    }
  }
}

/** settled waits until nothing on the page is loading. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const waiting = [...document.querySelectorAll('.boot, [aria-busy="true"], .mantine-Skeleton-root[data-visible]')]
    // The end of a list always shows that more can be loaded.
    return waiting.every((w) => w.closest('[data-more]')) && document.fonts.status === 'loaded'
  })
}
