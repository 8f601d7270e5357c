/** Why this browser cannot be added; null if it can. */
export type PushObstacle = 'insecure' | 'unsupported' | 'denied' | null

export function pushObstacle(): PushObstacle {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

/** PushRefused means that the user, or the browser, did not allow notifications. */
export class PushRefused extends Error {}

/** subscribe asks for permission and returns the browser's push subscription. Call it on a click only. */
export async function subscribe(pushKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused()
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  // A subscription made for an earlier key of the platform is of no use any more.
  const known = await pushManager.getSubscription()
  if (known && !sameKey(known.options.applicationServerKey, pushKey)) await known.unsubscribe()
  const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON()
  return { address: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! }
}

function sameKey(raw: ArrayBuffer | null, pushKey: string): boolean {
  const text = btoa(String.fromCharCode(...new Uint8Array(raw ?? new ArrayBuffer(0))))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === pushKey
}

/** keepRenewal gives the service worker what it needs when the browser replaces the subscription. */
export async function keepRenewal(renewal: { id: string; key: string; pushKey: string }) {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ renewal })
}

/** ownSubscription returns this browser's push subscription, if it has one. */
async function ownSubscription() {
  if (pushObstacle() === 'insecure' || pushObstacle() === 'unsupported') return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** ownFingerprint returns the fingerprint by which the server shows this browser's channel. */
export async function ownFingerprint(): Promise<string | null> {
  const subscription = await ownSubscription()
  if (!subscription) return null
  const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return [...new Uint8Array(sum)].map((b) => b.toString(16).padStart(2, '0')).join('')
}

/** endSubscription ends this browser's push subscription. */
export async function endSubscription() {
  await (await ownSubscription())?.unsubscribe()
}
