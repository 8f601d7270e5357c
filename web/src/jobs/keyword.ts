import type { Understood } from '~/api/models'

const escaped = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** quoted puts words of a keyword in quotes, so that they are searched for as plain words. */
export function quoted(keyword: string, words: string): string {
  const pattern = new RegExp(`(?<=^|\\s)${words.trim().split(/\s+/).map(escaped).join('\\s+')}(?=\\s|$)`, 'iu')
  let done = false
  return keyword.replace(/"[^"]*"?|[^"]+/g, (part) => {
    if (done || part.startsWith('"')) return part
    return part.replace(pattern, (found) => {
      done = true
      return `"${found}"`
    })
  })
}

/** wordsOf splits a keyword into its words and quoted phrases. */
export const wordsOf = (keyword: string): string[] => keyword.match(/-?"[^"]*"?|[^\s"]+/g) ?? []

const placeOf = (all: string[], words: string[]) =>
  all.findIndex((_, i) => words.every((word, j) => word.toLowerCase() === all[i + j]?.toLowerCase()))

/** without removes the first place where these words follow each other from a keyword. */
export function without(keyword: string, words: string): string {
  const all = wordsOf(keyword)
  const gone = wordsOf(words)
  const at = placeOf(all, gone)
  return all.filter((_, i) => at < 0 || i < at || i >= at + gone.length).join(' ')
}

/**
 * withoutAll removes words that were understood from a keyword, each with the ignored word before it: "in berlin". If only
 * ignored words remain, nothing does.
 */
export function withoutAll(keyword: string, words: string[], ignored: string[]): string {
  const rest = words.reduce((rest, text) => {
    const lead = ignored.find((word) => placeOf(wordsOf(rest), wordsOf(`${word} ${text}`)) >= 0)
    return without(rest, lead ? `${lead} ${text}` : text)
  }, keyword)
  return ignored.reduce(without, rest) ? rest : ''
}

/** corrections returns a corrected keyword in parts, and which of them were replaced. */
export function corrections(keyword: string, corrected: Understood['corrected']): { text: string; changed: boolean }[] {
  const to = new Map(corrected.map((c) => [c.from.toLowerCase(), c.to]))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${corrected.map((c) => escaped(c.from)).join('|')})(?![\\p{L}\\p{N}])`, 'iu')
  // Splitting at a group puts what it matched at the odd places.
  const parts = keyword
    .trim()
    .split(pattern)
    .map((part, i) => (i % 2 === 1 ? { text: to.get(part.toLowerCase()) ?? part, changed: true } : { text: part, changed: false }))
  // The service may spell a word differently from what was typed, for instance without accents.
  return parts.length > 1 ? parts.filter((p) => p.text) : [{ text: corrected.map((c) => c.to).join(' '), changed: true }]
}
