import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** totp returns the six digits an authenticator app would show (RFC 6238). */
export function totp(secret, at = Date.now()) {
  const bits = [...secret.replace(/[\s=]/g, '').toUpperCase()].map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((b) => Number.parseInt(b, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', key).update(step).digest()
  const offset = mac[19] & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const step = 30_000
const spent = new Map()

/**
 * unused returns a code that it has not returned before: the platform accepts each once. The codes of the previous, the
 * present and the next step are valid; when all are used it waits for another.
 */
export async function unused(secret) {
  const known = spent.get(secret) ?? new Set()
  spent.set(secret, known)
  for (;;) {
    const now = Math.floor(Date.now() / step)
    // The previous code expires with this step, so leave a few seconds to use it.
    const early = step - (Date.now() % step) > 5_000 ? [now - 1] : []
    const free = [...early, now, now + 1].find((s) => !known.has(s))
    if (free !== undefined) {
      known.add(free)
      return totp(secret, free * step)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
