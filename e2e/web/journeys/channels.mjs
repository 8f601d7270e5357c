import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { appears, comes, vanishes } from '../expect.mjs'

export const wholeBrowser = true // for push messages

/** Adding a webhook, ntfy and this browser, sending test messages to them, choosing types, health, and removing. */
export default async function (stage) {
  const receiver = await listen()
  try {
    const who = await stage.person()
    const page = await stage.as(who, { expect: [400, 409], permissions: ['notifications'], serviceWorkers: 'allow' })
    const browser = await injectSubscription(page, `${receiver.address}/browser`)
    await page.goto('/settings/channels')
    await appears(page.getByText('No channels yet.'))
    await stage.accessible(page, 'the channels page')
    await webhook(stage, page, receiver)
    await ntfy(page, receiver)
    await push(page, receiver, browser)
    await stage.accessible(page, 'three channels')
    await remove(page)
  } finally {
    receiver.close()
  }
}

async function webhook(stage, page, receiver) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await dialog.getByLabel('Name').fill('Home server')
  await dialog.getByLabel('Address').fill('not an address')
  await dialog.getByRole('button', { name: 'Add a webhook' }).click()
  await appears(dialog.getByText('Enter a full address'))
  await dialog.getByLabel('Address').fill(`${receiver.address}/hook`)
  await dialog.getByRole('button', { name: 'Add a webhook' }).click()
  const field = dialog.getByRole('textbox', { name: 'Secret' })
  await appears(field)
  const secret = await field.inputValue()
  assert.match(secret, /^whsec_/)
  await stage.accessible(page, 'the secret of a webhook')
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await vanishes(dialog)
  await appears(page.getByText('Nothing delivered yet'))

  await page.getByRole('button', { name: 'Send a test message to Home server' }).click()
  await appears(page.getByText('Sent. The receiver accepted the test message.'))
  const got = receiver.got.find((r) => r.path === '/hook')
  assert.equal(got.headers['webhook-signature'], signature(secret, got))
  assert.equal(JSON.parse(got.body).type, 'TEST')
  await appears(page.getByText(/^Last delivered/))

  receiver.status = 500
  await page.getByRole('button', { name: 'Send a test message to Home server' }).click()
  await appears(page.getByText('The receiver answered with status 500.'))
  receiver.status = 200

  // Types are saved immediately.
  const choose = page.getByRole('button', { name: 'Choose what Home server gets' })
  await choose.click()
  await page.getByRole('switch', { name: 'Ghosted' }).click()
  await comes('the type is left out', async () => /^Gets \d+ of \d+ types$/.test((await choose.textContent()) ?? ''))
  await choose.click()

  await page.getByRole('button', { name: 'Deliveries to Home server' }).click()
  await appears(dialog.getByText('Delivered', { exact: true }))
  await appears(dialog.getByText('Failed', { exact: true }))
  await page.keyboard.press('Escape')
  await vanishes(dialog)
}

async function ntfy(page, receiver) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add ntfy' }).click()
  await dialog.getByLabel('Name').fill('Phone')
  await dialog.getByLabel('Server').fill(receiver.address)
  await dialog.getByLabel('Topic').fill('quiet-heron-17')
  await dialog.getByRole('button', { name: 'Add ntfy' }).click()
  await vanishes(dialog)
  await page.getByRole('button', { name: 'Send a test message to Phone' }).click()
  const got = await comes('ntfy gets the message', () => receiver.got.find((r) => r.path === '/'))
  assert.equal(JSON.parse(got.body).topic, 'quiet-heron-17')
}

/** The message that the platform sends to the push service is the one that the browser then shows. */
async function push(page, receiver, browser) {
  await page.getByRole('button', { name: 'Add this browser' }).click()
  await appears(page.getByText('This browser', { exact: true }))
  const test = page.locator('[data-channel="WEB_PUSH"]').getByRole('button', { name: /Send a test message/ })
  await test.click()
  const got = await comes('the push service gets the message', () => receiver.got.find((r) => r.path === '/browser'))
  assert.match(got.headers.authorization, /^vapid t=/)
  // Chromium may lose a message: it is delivered again until it is shown. Its id makes one notification of all.
  const message = decrypt(browser, got.body)
  let delivered = 0
  await comes('the notification is shown', async () => {
    if (Date.now() - delivered > 3000) {
      await deliver(page, message)
      delivered = Date.now()
    }
    return page.evaluate(async () => {
      const shown = await (await navigator.serviceWorker.ready).getNotifications()
      return shown.some((n) => n.title === 'Rolecall reaches you here')
    })
  })

  // The browser replaces its subscription: the service worker tells the server with the key that it keeps.
  const [worker] = page.context().serviceWorkers()
  const next = { endpoint: `${receiver.address}/renewed`, keys: browser.keys }
  await worker.evaluate((subscription) => self.renew({ newSubscription: { toJSON: () => subscription } }), next)
  await test.click()
  await comes('the new subscription gets the message', () => receiver.got.some((r) => r.path === '/renewed'))
}

async function remove(page) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Remove Home server' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await vanishes(dialog)
  await vanishes(page.getByText('Home server'))
}

/** listen starts the receiver of webhooks, ntfy messages and push messages. */
async function listen() {
  const receiver = { got: [], status: 200 }
  const server = createServer(async (request, answer) => {
    const parts = []
    for await (const part of request) parts.push(part)
    receiver.got.push({ path: request.url, headers: request.headers, body: Buffer.concat(parts) })
    answer.writeHead(receiver.status).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.address = `http://127.0.0.1:${server.address().port}`
  receiver.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return receiver
}

function signature(secret, { headers, body }) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`
  return `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`
}

/** injectSubscription gives the browser a push subscription at our receiver, because there is no push service here. */
async function injectSubscription(page, endpoint) {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
  await page.addInitScript(
    ({ endpoint, keys }) => {
      let subscription = null
      const make = (applicationServerKey) => ({
        endpoint,
        options: { applicationServerKey },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => !!(subscription = null),
      })
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => (subscription = make(applicationServerKey))
      PushManager.prototype.getSubscription = async () => subscription
    },
    { endpoint, keys },
  )
  return { ecdh, p256dh, auth, keys }
}

/** decrypt reads a push message as a browser does (RFC 8291). */
function decrypt({ ecdh, p256dh, auth }, body) {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  const derive = (secret, salt, info, n) => Buffer.from(hkdfSync('sha256', secret, salt, info, n))
  const material = derive(ecdh.computeSecret(sender), auth, Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]), 32)
  const nonce = derive(material, salt, 'Content-Encoding: nonce\0', 12)
  const opened = createDecipheriv('aes-128-gcm', derive(material, salt, 'Content-Encoding: aes128gcm\0', 16), nonce)
  opened.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
  return plain.subarray(0, -1).toString()
}

/** deliver hands the service worker a push message through the browser's own protocol. */
async function deliver(page, data) {
  const devtools = await page.context().newCDPSession(page)
  const registrations = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', (e) => registrations.push(...e.registrations))
  await devtools.send('ServiceWorker.enable')
  const origin = new URL(page.url()).origin
  const { registrationId } = await comes('the service worker is registered', () =>
    registrations.find((r) => r.scopeURL.startsWith(origin) && !r.isDeleted),
  )
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}
