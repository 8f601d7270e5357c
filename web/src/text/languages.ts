import type { en } from './en'
import type { later } from './en/later'
import type { ColumnNames, Problems } from './problems'

/** Text is the shape of a translation: every language has to say everything. */
export type Text = typeof en

/** LaterText is the shape of the texts that are loaded with the pages that need them. */
export type LaterText = typeof later

interface Source {
  /** The language's own name. */
  name: string
  load: () => Promise<Text>
  later: () => Promise<LaterText>
  /** What the server says in English, in this language, and what is wrong with a line of an imported file. */
  server: () => Promise<{ server: Record<string, string>; problems: Problems; columns: ColumnNames }>
}

/** The languages of the app. Each is a chunk of its own, and only the chosen one is fetched. */
export const languages = {
  en: {
    name: 'English',
    load: () => import('./en').then((m) => m.en),
    later: () => import('./en/later').then((m) => m.later),
    server: () => import('./en/server'),
  },
  de: {
    name: 'Deutsch',
    load: () => import('./de').then((m) => m.de),
    later: () => import('./de/later').then((m) => m.later),
    server: () => import('./de/server'),
  },
  fr: {
    name: 'Français',
    load: () => import('./fr').then((m) => m.fr),
    later: () => import('./fr/later').then((m) => m.later),
    server: () => import('./fr/server'),
  },
  es: {
    name: 'Español',
    load: () => import('./es').then((m) => m.es),
    later: () => import('./es/later').then((m) => m.later),
    server: () => import('./es/server'),
  },
} satisfies Record<string, Source>

export type Language = keyof typeof languages

export const isLanguage = (code: string | null | undefined): code is Language => !!code && Object.hasOwn(languages, code)

/** The key under which this browser keeps the language; public/first.js reads it. */
const KEY = 'rolecall.language'

/** language is the chosen one. public/first.js has chosen it before this module was loaded. */
export const language: Language = isLanguage(document.documentElement.lang) ? document.documentElement.lang : 'en'

/**
 * switchTo keeps a language in this browser and loads the page anew in it. It reports whether that is possible: without storage
 * the page would come back in the old one.
 */
export function switchTo(next: Language): boolean {
  try {
    localStorage.setItem(KEY, next)
  } catch {
    return false
  }
  location.reload()
  return true
}
