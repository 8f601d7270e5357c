// The service worker. It keeps the files of the app, so that it starts without a connection; it shows push messages, leads to
// their pages, and tells the server when the browser replaces its subscription. It never keeps an answer of the API.
// Registered for people who are signed in, and by the channels page.

const BUILD = '' // filled in by the build, scripts/installable.ts
const FILES = [] // likewise; empty while developing: then nothing is kept
const PREFIX = 'rolecall-app-'
const APP = PREFIX + BUILD
const PATIENCE = 6000 // milliseconds to wait for a page before the kept one is shown

const STORE = 'rolecall-push'
const RENEWAL = '/push-renewal' // names an entry of the store, not a page

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin || FILES.length === 0) return
  if (mode === 'navigate') event.respondWith(page(event.request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
  else if (FILES.includes(pathname)) event.respondWith(fetch(event.request).catch(() => kept(pathname)))
})

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.url))
})
self.addEventListener('message', (event) => {
  if (event.data?.renewal) event.waitUntil(keep(event.data.renewal))
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

/** install keeps the app. Where several servers are being updated it fails for one that has another build, and is tried again. */
async function install() {
  if (FILES.length > 0) {
    const start = await fetch('/', { cache: 'reload' })
    if (start.headers.get('Rolecall-Build') !== BUILD) throw new Error('the server has another build')
    const app = await caches.open(APP)
    // A few at a time: the page needs connections too, and the gateway limits the requests of an address.
    for (let i = 0; i < FILES.length; i += 6) await app.addAll(FILES.slice(i, i + 6))
    await app.put('/', start)
  }
  await self.skipWaiting()
}

/** activate removes earlier builds. A tab that is still open with one says that there is a new version. */
async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== APP)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

const kept = (path) => caches.match(path, { cacheName: APP, ignoreVary: true }).then((found) => found ?? Response.error())

/** page asks the server, so that the page fits its API. The kept page is for when there is no server, or only a proxy. */
async function page(request) {
  let late
  const waited = new Promise((_, reject) => {
    late = setTimeout(() => reject(new Error('no answer')), PATIENCE)
  })
  try {
    const answer = await Promise.race([fetch(request), waited])
    if (![502, 503, 504].includes(answer.status)) return answer
  } catch {
    // The kept page says that there is no connection.
  } finally {
    clearTimeout(late)
  }
  return kept('/')
}

/** asset returns a file whose name contains a hash of its content, so that a kept one is never old. */
async function asset(request) {
  const app = await caches.open(APP)
  const known = await app.match(request, { ignoreVary: true })
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await app.put(request, answer.clone())
  return answer
}

/** show shows a message. One with the same id replaces the earlier one, so a repetition is not shown twice. */
function show(data) {
  let message = {}
  try {
    message = data.json()
  } catch {
    // A message must be shown in any case, or the browser shows one of its own.
  }
  return self.registration.showNotification(message.title ?? 'Rolecall', {
    body: message.body,
    tag: message.id,
    icon: '/icons/any-192.png',
    data: { url: message.url },
  })
}

/** open shows the page of a message in a tab that is open already, because only that one is signed in. */
async function open(address = '/inbox') {
  const { pathname, search } = new URL(address, self.location.origin) // never another site
  const tabs = await self.clients.matchAll({ type: 'window' })
  if (tabs.length === 0) return self.clients.openWindow(pathname + search)
  const tab = tabs.find((t) => t.focused) ?? tabs[0]
  await tab.focus()
  return tab.navigate(pathname + search)
}

/** keep stores which channel this browser is, and the key with which it may renew its subscription. */
async function keep(renewal) {
  const store = await caches.open(STORE)
  await store.put(RENEWAL, new Response(JSON.stringify(renewal)))
}

async function renew(event) {
  const kept = await caches.match(RENEWAL)
  if (!kept) return
  const { id, key, pushKey } = await kept.json()
  const subscription =
    event.newSubscription ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }))
  const { endpoint, keys } = subscription.toJSON()
  await fetch(`/notifications/channels/${id}/renewal`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key, address: endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  })
}
