import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { en } from '../src/text/en'

/** The modules loaded later that are needed without a connection, and so must be there before they are first used. */
const modules = [
  'offline/offline.ts', 'shell/toast-list.tsx', 'start/home.tsx', 'tracker/board.tsx', 'tracker/details.tsx', 'reminders/reminders.tsx',
]

/** The files of public/ that index.html asks for. */
const statics = ['/theme.js', '/first.js', '/favicon.svg', '/favicon-unread.svg', '/manifest.webmanifest']

/** manifestIn returns the manifest in a language. The code is that of the language's texts, which import nothing. */
async function manifestIn(language: string, code: string, english: string): Promise<string> {
  const [text] = Object.values((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, typeof en>)
  const { nav, start, tracker } = text!
  const names: Record<string, string> = { '/tracker': tracker.views.board, '/find': nav.find, '/reminders': nav.reminders }
  const manifest = JSON.parse(english) as { shortcuts: { url: string }[] }
  const shortcuts = manifest.shortcuts.map((s) => ({ ...s, name: names[s.url]! }))
  return JSON.stringify({ ...manifest, lang: language, description: start.lead, shortcuts })
}

/**
 * installable names the build in index.html and in the service worker, lists in the latter what it is to keep, and writes the
 * manifest in every language.
 */
export function installable(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const page = await readFile(join(dir, 'index.html'), 'utf8')
      const worker = await readFile(join(dir, 'sw.js'), 'utf8')
      const files = new Set([...page.matchAll(/"(\/assets\/[^" ]+)"/g)].map((m) => m[1]!))
      const seen = new Set<string>()
      const add = (name: string) => {
        const chunk = bundle[name]
        if (seen.has(name) || chunk?.type !== 'chunk') return
        seen.add(name)
        files.add(`/${name}`)
        for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(`/${css}`)
        for (const next of chunk.imports) add(next)
      }
      for (const path of modules) {
        const chunk = Object.values(bundle).find((c) => c.type === 'chunk' && c.facadeModuleId?.endsWith(`/src/${path}`))
        if (!chunk) this.error(`${path} has no chunk of its own`)
        add(chunk.fileName)
      }
      const english = await readFile(join(dir, 'manifest.webmanifest'), 'utf8')
      for (const chunk of Object.values(bundle)) {
        const language = chunk.type === 'chunk' && /\/src\/text\/([a-z]{2})\.ts$/.exec(chunk.facadeModuleId ?? '')?.[1]
        if (!language || language === 'en') continue
        await writeFile(join(dir, `manifest.${language}.webmanifest`), await manifestIn(language, chunk.code, english))
      }
      // Names of files contain hashes of their content.
      const build = createHash('sha256').update(JSON.stringify([page, worker, Object.keys(bundle).sort()])).digest('hex').slice(0, 12)
      const fill = (text: string, empty: string, filled: string) => {
        if (!text.includes(empty)) this.error(`no ${empty} to fill in`)
        return text.replace(empty, filled)
      }
      const named = fill(worker, "const BUILD = ''", `const BUILD = '${build}'`)
      await writeFile(join(dir, 'sw.js'), fill(named, 'const FILES = []', `const FILES = ${JSON.stringify([...files, ...statics])}`))
      await writeFile(join(dir, 'index.html'), fill(page, 'name="build" content=""', `name="build" content="${build}"`))
    },
  }
}
