// The service worker. It shows push messages, leads to their pages, and tells the server when the browser replaces its
// subscription. The channels page registers it.

const STORE = 'rolecall-push'
const RENEWAL = '/push-renewal' // names an entry of the store, not a page

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.url))
})
self.addEventListener('message', (event) => {
  if (event.data?.renewal) event.waitUntil(keep(event.data.renewal))
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

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
    icon: '/favicon.svg',
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
