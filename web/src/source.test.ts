import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const src = import.meta.dirname
const journeys = join(src, '../../e2e/web')

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((f) => /\.(ts|tsx|css|mjs)$/.test(f) && !f.endsWith('.d.ts'))
    .map((f) => join(folder, f))

const files = filesIn(src)

/** importsOf returns the modules of the app that a file imports, also types and modules loaded later. */
function importsOf(file: string): string[] {
  const names = [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\b\s*\(?\s*'((?:~|\.{1,2})\/[^']+)'/g)].map((m) => m[1]!)
  const paths = names.map((name) => (name.startsWith('~') ? join(src, name.slice(2)) : join(dirname(file), name)))
  return paths.flatMap((p) => files.find((f) => [p, `${p}.ts`, `${p}.tsx`, `${p}/index.ts`].includes(f)) ?? [])
}

it('imports in no circle', () => {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].map((f) => relative(src, f)).join(' → '))
    if (done.has(file)) return
    done.add(file)
    for (const next of importsOf(file)) visit(next, [...path, file])
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
})

it('has no line over 140 characters', () => {
  const long = [...files, ...filesIn(journeys)].flatMap((file) =>
    readFileSync(file, 'utf8').split('\n').flatMap((line, i) => ([...line].length > 140 ? `${relative(src, file)}:${i + 1}` : [])),
  )
  expect(long).toEqual([])
})
