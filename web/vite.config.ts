import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { installable } from './scripts/installable.ts'

// The gateway serves a file's .br or .gz twin as it is, so the work of compressing is done once, here. It reads what
// was written: other plugins may change a file until the very end.
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/\.(js|css|svg)$/.test(name)) continue
        const file = join(dir ?? '', name)
        const content = await readFile(file)
        if (content.length < 1024) continue
        await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }))
        await writeFile(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      }
    },
  }
}

// Redoc's footer loads its maker's logo from another host. Visitors' browsers contact no host but ours for our own pages.
function withoutLogo(): Plugin {
  const logo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
  return {
    name: 'redoc-without-logo',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.includes('redoc.standalone')) continue
        const source = file.source.toString()
        if (!source.includes(logo)) this.error('the address of the logo has changed')
        file.source = source.replace(logo, 'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>')
      }
    },
  }
}

// Tells public/first.js where the texts of each language and the code of the pages that people start on are, so that it can
// fetch the right ones first of all.
function filesToFetchFirst(): Plugin {
  const pages = { '/': 'start/home.tsx', '/find': 'jobs/find.tsx', '/tracker': 'tracker/board.tsx' }
  return {
    name: 'files-to-fetch-first',
    transformIndexHtml(_, { bundle = {}, path }) {
      if (path !== '/index.html') return
      const chunks = Object.values(bundle).flatMap((c) => (c.type === 'chunk' ? [c] : []))
      const chunkOf = (file: string) => chunks.find((c) => c.facadeModuleId?.endsWith(`/src/${file}`))
      const withImports = (file: string, files: Set<string>) => {
        if (!files.has(file)) chunks.find((c) => c.fileName === file)?.imports.forEach((other) => withImports(other, files.add(file)))
        return files.add(file)
      }
      const entries = chunks.filter((c) => c.isEntry && c.facadeModuleId?.endsWith('/index.html'))
      const started = entries.reduce((files, c) => withImports(c.fileName, files), new Set<string>())
      const meta = (attrs: Record<string, string>) => ({ tag: 'meta', attrs, injectTo: 'head-prepend' as const })
      const names = readdirSync('src/text').flatMap((f) => /^([a-z]{2})\.ts$/.exec(f)?.[1] ?? [])
      return [
        ...names.map((name) => {
          const chunk = chunkOf(`text/${name}.ts`)
          return meta({ name: 'language', 'data-language': name, content: chunk ? `/${chunk.fileName}` : '' })
        }),
        ...Object.entries(pages).flatMap(([path, file]) => {
          const chunk = chunkOf(file)
          if (!chunk) return []
          const code = [...withImports(chunk.fileName, new Set())].filter((f) => !started.has(f))
          const styles = chunks.flatMap((c) => (code.includes(c.fileName) ? [...(c.viteMetadata?.importedCss ?? [])] : []))
          const files = [...code, ...styles]
          return [meta({ name: 'page', 'data-path': path, content: files.map((f) => `/${f}`).join(' ') })]
        }),
      ]
    },
  }
}

// The components of the frame and of the pages that one starts on. None of them floats: what does is loaded when it is first opened.
const parts = [
  'ActionIcon', 'Alert', 'Anchor', 'Avatar', 'Button', 'Card', 'CloseButton', 'Group', 'Indicator', 'Input', 'InputBase', 'Loader',
  'NativeSelect', 'Paper', 'Skeleton', 'Stack', 'Text', 'TextInput', 'Title', 'Transition', 'UnstyledButton',
]

// The small components of the other pages.
const moreParts = ['Badge', 'Checkbox', 'Kbd', 'List', 'Pill', 'SimpleGrid']

// What opens above a page, and the larger components of the board.
const floating = [
  'Accordion', 'Collapse', 'Combobox', 'Divider', 'FloatingIndicator', 'FocusTrap', 'Menu', 'Modal', 'ModalBase', 'NavLink', 'Overlay',
  'Popover', 'ScrollArea', 'SegmentedControl', 'Select', 'Table', 'Textarea', 'Tooltip', 'VisuallyHidden',
]

// The icons of the frame and of the pages that one starts on.
const icons = [
  'Alarm', 'AlertTriangle', 'ArrowRight', 'Bell', 'Bookmark', 'BookmarkFilled', 'Briefcase', 'Building', 'CalendarEvent', 'Check',
  'CircleCheckFilled', 'CloudOff', 'Compass', 'Hourglass', 'Inbox', 'LayoutKanban', 'Lock', 'Moon', 'Pencil', 'Search', 'Sparkles', 'Sun',
]

// What every page begins with. Without a group it would be twenty files, because other pages share them too.
const start = [
  'query', 'api/(client|connection|error|version)', 'format/(date|number|zone)', 'inbox/notifications', 'jobs/last-search',
  'offline/(pages|state)',
  'session/(account|draft|guard|session|time-zone)', 'tracker/(keys|take-over)',
  'shell/(brand|layout.*|notices|page.*|sheets|shortcuts|skeletons|skip-links|states|title)',
]

// What the pages that people start on share, and what the search page shares with others. A phone fetches six files at a time,
// so twenty small ones take longer than one.
const shared = [
  'api/enums', 'format/bidi', 'shell/(back-link|use-typed)', 'start/onboarding-state', 'tracker/(moves|queries|status|wishlist)',
  'jobs/(company-cache|company-logo|corrections|currency|describe|job-row.*|marks|queries|rules|saved-queries|search-state)',
]
const searching = [
  'employers/(add-link|find-queries)', 'format/amount',
  'jobs/(company-card|filters.*|named-companies|pay-filter|place-field.*|rich-text.*|search-field.*|suggest)',
]

/** own matches modules of ours, and optionally others. */
const own = (files: string[], others = '^$') => new RegExp(`/web/src/(${files.join('|')})\\.(ts|tsx|css)$|${others}`)

const gateway = process.env.ROLECALL_URL ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [react(), withoutLogo(), filesToFetchFirst(), installable(), precompress()],
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: '../internal/gateway/web/dist',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: addresses, which the page's security policy allows for pictures only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'docs.html'],
      output: {
        // Otherwise every icon and every small component that two pages share would be a request of its own.
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-)?query[^/]*)\// },
            { name: 'icons', test: new RegExp(`@tabler/icons-react/dist/esm/(?!icons/|icons-list)|/Icon(${icons.join('|')})\\.mjs`) },
            { name: 'parts', test: new RegExp(`@mantine/core/esm/(core|components/(${parts.join('|')}))/`) },
            { name: 'start', test: own(start) },
            { name: 'shared', test: own(shared, '@mantine/(hooks/esm/use-(disclosure|local-storage|resize-observer)|core/.*/Switch)/') },
            { name: 'searching', test: own(searching) },
            // Toasts need these too, and a group takes along what its modules import.
            { name: 'portal', test: /components\/Portal\/|node_modules\/(react-remove-scroll|use-sidecar|react-style-singleton)/ },
            { name: 'floating', test: new RegExp(`@floating-ui/|@mantine/core/esm/components/(${floating.join('|')})/`) },
            { name: 'more-icons', test: /@tabler/ },
            { name: 'more-parts', test: new RegExp(`@mantine/core/esm/components/(${moreParts.join('|')})/`) },
          ],
        },
      },
    },
    reportCompressedSize: true,
  },
  server: {
    proxy: Object.fromEntries(
      ['/auth', '/jobs', '/applications', '/notifications', '/platform', '/personal-data', '/mailbox/messages', '/docs']
        .map((path) => [path, gateway]),
    ),
  },
  test: {
    environment: 'happy-dom',
    setupFiles: ['src/setup.ts'],
    css: false,
    testTimeout: 30_000, // a busy machine is slow, not broken
    expect: { poll: { timeout: 20_000 } },
  },
} as Parameters<typeof defineConfig>[0])
