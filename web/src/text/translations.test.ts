import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { en } from './en'
import { later } from './en/later'
import { type Language, languages } from './languages'
import { withoutNumbers } from './server'

// Names, and words that a language shares with English.
const names = ['Rolecall', 'Webhook', 'ntfy', 'Atom', 'JSON Feed', 'Browser', 'Passkeys', 'min']
const shared: Record<Exclude<Language, 'en'>, string[]> = {
  de: [
    'Board', 'Filter', 'Status', 'Name', 'Feed', 'Feeds', 'Text', 'Website', 'Remote', 'Hybrid', 'Junior', 'Senior', 'Principal',
    'Administrator', 'System', 'Version', 'Region',
  ],
  fr: [
    'Notifications', 'Page', 'Pages', 'Stage', 'Active', 'Actions', 'Question', 'Administration', 'Correction', 'Corrections',
    'Version', 'Configuration',
  ],
  es: ['No'],
}

// Also the name of a repetition, because one function looks it up. Numbers come out as other, strings as they are.
const sample = 'DAILY'

/** leaves returns every text by its place, functions called with samples. */
function leaves(tree: unknown, at = ''): [string, string][] {
  if (typeof tree === 'function') return [[at, String(tree(sample, sample, sample, sample))]]
  if (typeof tree === 'string') return [[at, tree]]
  return Object.entries(tree as object).flatMap(([key, value]) => leaves(value, `${at}.${key}`))
}

/** bare returns a text without the samples; '' if no word is left. A single letter is a key or a unit. */
function bare(text: string): string {
  const words = text.replaceAll(/DAILY|NaN/gi, '').trim()
  return /\p{L}{2}/u.test(words) ? words : ''
}

const english = new Map(leaves({ ...en, later }))
const translations = (Object.keys(languages) as Language[]).filter((l) => l !== 'en') as Exclude<Language, 'en'>[]

describe.each(translations)('%s', async (code) => {
  const texts = leaves({ ...(await languages[code].load()), later: await languages[code].later() })

  it('has every text, in the order of English', () => {
    // Lists of choices have the order of their labels.
    expect(texts.map(([at]) => at)).toEqual([...english.keys()])
  })

  it('leaves nothing empty', () => {
    expect(texts.filter(([at, text]) => (text === '') !== (english.get(at) === '')).map(([at]) => at)).toEqual([])
  })

  it('leaves nothing in English by accident', () => {
    const same = texts.filter(([at, text]) => text === english.get(at) && bare(text))
    const allowed = [...names, ...shared[code], ...en.start.picture.cards.map((c) => c.company)]
    expect(same.filter(([, text]) => !allowed.includes(bare(text))).map(([at, text]) => `${at}: ${text}`)).toEqual([])
  })

  it('leaves nothing in the language that it was copied from', async () => {
    // Two languages may share a word or two, not a sentence.
    for (const other of translations.slice(0, translations.indexOf(code))) {
      const theirs = new Map(leaves({ ...(await languages[other].load()), later: await languages[other].later() }))
      const same = texts.filter(([at, text]) => text === theirs.get(at) && text !== english.get(at) && bare(text).split(/\s+/).length > 3)
      expect(same.map(([at, text]) => `${at}: ${text}`)).toEqual([])
    }
  })

  it('keeps an ellipsis on the line of the word before it', () => {
    expect(texts.filter(([, text]) => text.includes(' …')).map(([at, text]) => `${at}: ${text}`)).toEqual([])
  })

  it('uses its own quotation marks', () => {
    const wrong = code === 'de' ? /”|“[^ .,:)?!]*“|«/ : /[“”„]/
    expect(texts.filter(([, text]) => wrong.test(text)).map(([at, text]) => `${at}: ${text}`)).toEqual([])
  })

  it('translates only what the server says', async () => {
    const said = withoutNumbers(serverSources().replaceAll('%d', '0'))
    const { server } = await languages[code].server()
    expect(Object.keys(server).filter((sentence) => !said.includes(withoutNumbers(sentence)))).toEqual([])
    expect(Object.entries(server).filter(([from, to]) => from.split('#').length !== to.split('#').length)).toEqual([])
  })
})

/** serverSources returns the code of the server, with strings that were cut into lines put together. */
function serverSources(): string {
  const root = join(import.meta.dirname, '../../../internal')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((f) => /(?<!_test|_gen|\.sql)\.go$|^lang.text.en\.txt$/.test(f))
    .map((f) => readFileSync(join(root, f), 'utf8'))
    .join('\n')
    .replaceAll(/"\s*\+\s*"/g, '')
}
