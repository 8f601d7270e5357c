import type { Session } from '~/api/models'
import { dotted } from '~/format/bidi'
import { formatAgo, formatInstant } from '~/format/date'
import { later } from '~/text/later'

// The order matters: most browsers also name the ones they are compatible with.
const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'], [/OPR\//, 'Opera'], [/Firefox\//, 'Firefox'], [/Chrom(e|ium)\//, 'Chrome'], [/Safari\//, 'Safari'], [/curl\//, 'curl'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'], [/Android/, 'Android'], [/Mac OS X/, 'macOS'], [/Windows/, 'Windows'], [/Linux/, 'Linux'],
]

/** deviceOf returns the browser and the system that a user agent names. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return later.security.unknownDevice
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser && system) return later.security.device(browser, system)
  return browser ?? system ?? userAgent.slice(0, 60)
}

/** sessionFacts says where a session is from, and when it was used and began. */
export const sessionFacts = (s: Session) =>
  dotted(s.address, later.security.lastUsed(formatAgo(s.lastUsedAt)), later.security.since(formatInstant(s.createdAt)))
