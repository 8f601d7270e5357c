import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { appears, comes, leads, vanishes } from '../expect.mjs'

/** Without a connection the board and the next steps can be read, by nobody but their owner; a new version shows itself. */
export default async function (stage) {
  const who = await stage.person()
  const [keeper] = await who.applied('Keeper of the Lighthouse')
  await who.call('PATCH', `/applications/${keeper.id}`, { nextStep: { label: 'Talk with the harbour master', date: '2031-06-15' } })
  await away(stage, who, keeper)
  await others(stage, who)
  await update(stage, who)
}

const options = { serviceWorkers: 'allow', alone: true, expect: ['offline', 401] }

/** begin opens the board and waits until it and the app are kept. */
async function begin(stage, who) {
  const page = await stage.as(who, options)
  await page.goto('/tracker')
  await appears(page.getByRole('link', { name: 'Keeper of the Lighthouse' }))
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await comes('the board is kept', () => kept(page))
  return page
}

const kept = (page) => page.evaluate(async () => Boolean(await caches.match('/copy', { cacheName: 'rolecall-copy' })))

async function away(stage, who, keeper) {
  const page = await begin(stage, who)
  const answers = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((n) => n.startsWith('rolecall-app-'))
    const requests = await Promise.all(names.map(async (n) => (await caches.open(n)).keys()))
    return requests.flat().map((r) => new URL(r.url).pathname)
  })
  const others = answers.filter((path) => !/^\/(assets\/.*|(theme|first)\.js|favicon(-unread)?\.svg|manifest\.webmanifest|)$/.test(path))
  assert.deepEqual(others, [], 'no answer of the API is kept by the service worker')

  await page.context().setOffline(true)
  // As on a phone on which the app was closed: another window, without the token.
  const fresh = await page.context().newPage()
  await fresh.addInitScript(() => sessionStorage.removeItem('rolecall.session'))
  await fresh.goto('/tracker')
  await appears(fresh.getByText(/Offline: as of .*\d\d:\d\d\./))
  await appears(fresh.getByRole('link', { name: 'Keeper of the Lighthouse' }))
  await fresh.getByRole('button', { name: 'Actions for Keeper of the Lighthouse' }).click()
  await fresh.getByRole('menuitem', { name: 'Offer' }).click()
  await appears(fresh.getByText('You are offline. This needs a connection, so nothing was changed.'))
  await appears(fresh.locator('[data-column=APPLIED]').getByRole('link', { name: 'Keeper of the Lighthouse' }))
  await stage.accessible(fresh, 'the board offline')

  await fresh.getByRole('link', { name: 'Keeper of the Lighthouse' }).click()
  await appears(fresh.getByRole('heading', { name: 'Keeper of the Lighthouse' }))
  await fresh.getByRole('link', { name: 'Next steps' }).click()
  await appears(fresh.getByText('Talk with the harbour master'))
  await fresh.goto('/settings')
  await appears(fresh.getByRole('heading', { name: 'Not available offline' }).first())
  await fresh.goto('/tracker')
  await appears(fresh.getByRole('link', { name: 'Keeper of the Lighthouse' }))

  // The window with the token goes on by itself; the one without has to sign in.
  await page.bringToFront()
  await appears(page.getByText('Offline: as of'))
  await page.context().setOffline(false)
  await vanishes(page.getByText('Offline: as of'))
  await page.getByRole('button', { name: 'Actions for Keeper of the Lighthouse' }).click()
  await page.getByRole('menuitem', { name: 'Screening' }).click()
  await appears(page.locator('[data-column=SCREENING]').getByRole('link', { name: 'Keeper of the Lighthouse' }))
  await leads(fresh, '**/login?next=**')
  await comes('the move arrives', async () => (await who.call('GET', `/applications/${keeper.id}`)).status === 'SCREENING')
  await page.context().close()
}

/** What is kept goes when its owner signs out, when somebody else signs in, and when it is not wanted. */
async function others(stage, who) {
  const page = await begin(stage, who)
  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Keep them on this device' }).click()
  await comes('it goes at once', async () => !(await kept(page)))
  await page.getByRole('switch', { name: 'Keep them on this device' }).click()
  await page.goto('/tracker')
  await comes('it is kept again', () => kept(page))

  const other = await stage.person()
  await page.evaluate(() => sessionStorage.removeItem('rolecall.session'))
  await page.goto('/login')
  await page.getByLabel('Email').fill(other.email)
  await page.getByLabel('Password', { exact: true }).fill(other.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await appears(page.getByTestId('bell'))
  await comes('nothing of the first person is left', async () => {
    const copy = await page.evaluate(async () => (await caches.match('/copy', { cacheName: 'rolecall-copy' }))?.text())
    return !copy?.includes('Keeper of the Lighthouse')
  })
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await comes('nothing is left', async () => !(await kept(page)))
  await page.context().setOffline(true)
  await page.goto('/tracker')
  await appears(page.getByRole('heading', { name: 'Not available offline' }).first())
  await page.context().close()
}

/** Two versions behind one address: an open page says that there is a new one, a kept page of the old one never meets the new API. */
async function update(stage, who) {
  const server = await proxy(stage.base)
  const theatre = new stage.constructor(stage.browser, server.address, `${stage.results}-update`)
  try {
    const page = await begin(theatre, who)
    const build = () => page.locator('meta[name=build]').getAttribute('content')
    const first = await build()
    server.deploy()
    await page.evaluate(() => window.dispatchEvent(new Event('online'))) // asks the server, as every poll does
    await page.getByRole('button', { name: 'reload' }).click()
    await comes('the page is the new one', async () => (await build().catch(() => first)) !== first)
    await vanishes(page.getByText('A new version is available'))
    await comes('the old files are gone', () =>
      page.evaluate(async () => (await caches.keys()).filter((n) => n.startsWith('rolecall-app-')).length === 1),
    )
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

    // Started without a server, with the page that is kept; the server comes back newer.
    const second = await build()
    await comes('the new page is kept', () =>
      page.evaluate(async (name) => Boolean(await caches.match('/', { cacheName: name })), `rolecall-app-${second}`),
    )
    server.stop()
    // As people do: a reload through Playwright may hang for ever while a service worker writes to its cache.
    await page.evaluate(() => {
      window.before = true
      location.reload()
    })
    await comes('the page is loaded anew', () => page.evaluate(() => !window.before).catch(() => false))
    await appears(page.getByText('Offline: as of'))
    assert.equal(await build(), second)
    await server.start()
    server.deploy()
    await comes('it loads itself anew', async () => ![null, first, second].includes(await build().catch(() => null)))
    await appears(page.getByRole('link', { name: 'Keeper of the Lighthouse' }))
    theatre.verify()
  } finally {
    await theatre.close(false)
    server.stop()
  }
}

/** proxy passes everything on, and calls each deployed version by another name. */
async function proxy(base) {
  let version = 0
  let server
  const named = (text) => (version === 0 ? text : text.replace(/(name="build" content="|const BUILD = ')([0-9a-f]+)/g, `$1$2${version}`))
  const answer = async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const without = (headers, names) => Object.fromEntries([...headers].filter(([name]) => !names.test(name)))
    const headers = without(Object.entries(request.headers), /^(host|connection|accept-encoding)$/)
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
    const got = await fetch(base + request.url, { method: request.method, headers, body })
    const content = Buffer.from(await got.arrayBuffer())
    const own = without(got.headers, /^(content-(encoding|length)|transfer-encoding|connection|etag)$/)
    if (own['rolecall-build'] && version > 0) own['rolecall-build'] += version
    const isText = /html|javascript/.test(own['content-type'] ?? '')
    response.writeHead(got.status, own)
    response.end(isText ? named(content.toString()) : content)
  }
  const start = (port = 0) =>
    new Promise((resolve) => {
      server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
      server.listen(port, '127.0.0.1', () => resolve(server.address().port))
    })
  const port = await start()
  return {
    address: `http://localhost:${port}`,
    deploy: () => version++,
    start: () => start(port),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
