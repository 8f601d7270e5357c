// Says how much JavaScript the built app loads before its first page, in each language, and fails above the limit.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const LIMIT = 165_000 // bytes, gzip

const dist = new URL('../../internal/gateway/web/dist/', import.meta.url)
const read = (file) => readFileSync(new URL(`.${file}`, dist), 'utf8')

/** withImports adds a file and all that it imports before it runs. */
function withImports(file, files) {
  if (files.has(file)) return files
  files.add(file)
  for (const [, name] of read(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) withImports(`/assets/${name}`, files)
  return files
}

const page = read('/index.html')
const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((m) => m[1])
const languages = [...page.matchAll(/data-language="(\w+)" content="([^"]+)"/g)]
const sizes = languages.map(([, code, file]) => {
  const files = new Set()
  for (const script of [...scripts, file]) withImports(script, files)
  return [code, [...files].reduce((sum, f) => sum + gzipSync(read(f), { level: 9 }).length, 0)]
})
for (const [code, bytes] of sizes) console.log(`${code}: ${(bytes / 1000).toFixed(1)} kB of ${LIMIT / 1000} kB`)
process.exit(sizes.length > 0 && sizes.every(([, bytes]) => bytes <= LIMIT) ? 0 : 1)
