// Runs the journeys in a real browser against a running platform.
//
//   BASE_URL=http://localhost:8080 MAILBOX_TOKEN=… ADMIN_PASSWORD=… node e2e/web/run.mjs [name…]
//
// `rolecall up --demo` prints the token and the password. Start it with CRAWLER_TARGETS_OPEN=true, so that everybody may add
// employers, and with AUTH_ADMIN_EMAILS=users-admin@example.org, here too: that administrator manages users.
// Journeys that need the operator also want ROLECALL, the program, and the settings that it was started with.
// Names select journeys; without any, all run. JOURNEYS names another folder, for a platform that is configured differently.
// A failed journey leaves a trace, a screenshot and the browser's errors under e2e/results.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launch } from './browser.mjs'
import { Stage } from './stage.mjs'

const base = process.env.BASE_URL
if (!base) {
  console.error('BASE_URL is not set: say where the platform is')
  process.exit(2)
}
const results = fileURLToPath(new URL('../results/', import.meta.url))
await rm(results, { recursive: true, force: true })
await mkdir(results, { recursive: true })

const folder = new URL(`./${process.env.JOURNEYS ?? 'journeys'}/`, import.meta.url)
const wanted = process.argv.slice(2)
const journeys = []
for (const file of (await readdir(folder)).sort()) {
  const name = file.replace(/\.mjs$/, '')
  if (wanted.length === 0 || wanted.some((w) => name.includes(w)))
    journeys.push({ name, ...(await import(new URL(file, folder))) })
}

// A journey that exports wholeBrowser = true needs what the small one lacks.
const browsers = {}
const browserOf = ({ wholeBrowser = false }) => (browsers[wholeBrowser] ??= launch({ small: !wholeBrowser }))
const queue = [...journeys]
let failed = 0

// A journey that fails while it waits for something else leaves that promise behind. It is reported by its own failure; the
// others go on.
process.on('unhandledRejection', () => {})

async function walk(journey) {
  const begun = Date.now()
  const stage = new Stage(await browserOf(journey), base, `${results}${journey.name}`)
  try {
    await journey.default(stage)
    stage.verify()
    console.log(`ok   ${journey.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
    for (const note of stage.notes) console.log(indent(note))
    await stage.close(false)
  } catch (failure) {
    failed++
    console.log(`FAIL ${journey.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)\n${indent(failure.stack ?? String(failure))}`)
    for (const complaint of stage.complaints) console.log(indent(complaint))
    await stage.close(true)
  }
}

// The demo has one administrator, and switching its two-factor off ends its sessions: journeys that export
// administrates = true take turns.
let office = Promise.resolve()

async function walker() {
  for (let journey = queue.shift(); journey; journey = queue.shift()) {
    const current = journey
    if (journey.administrates) await (office = office.then(() => walk(current)))
    else await walk(journey)
  }
}

const indent = (s) => s.replace(/^/gm, '     ')

await Promise.all(Array.from({ length: Number(process.env.WALKERS ?? 2) }, walker))
for (const browser of Object.values(browsers)) await (await browser).close()
if (journeys.length === 0) {
  console.error('no journey has that name')
  process.exit(2)
}
process.exit(failed > 0 ? 1 : 0)
