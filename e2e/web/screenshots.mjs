// Takes the pictures of the README from a running demo:
//
//   BASE_URL=http://localhost:8080 node e2e/web/screenshots.mjs [folder]
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launch } from './browser.mjs'
import { administrator, Person } from './person.mjs'
import { settled, Stage } from './stage.mjs'

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
await mkdir(folder, { recursive: true })

const robin = new Person(base, 'demo')
robin.email = process.env.DEMO_EMAIL ?? 'robin@demo.example'
robin.password = process.env.DEMO_PASSWORD ?? 'visit-the-demo-2026'
await robin.logIn()
const admin = administrator(base)
await admin.logIn()
const { content } = await robin.call('GET', '/applications?status=INTERVIEW&size=1')

const pictures = [
  ['welcome', null, '/', {}],
  ['home', robin, '/', {}],
  ['find', robin, '/find', {}],
  ['find-dark', robin, '/find?workplaceType=remote', { theme: 'dark' }],
  ['find-phone', robin, '/find', { phone: true }],
  ['board', robin, '/tracker', {}],
  ['board-dark', robin, '/tracker', { theme: 'dark' }],
  ['board-phone', robin, '/tracker', { phone: true }],
  ['application', robin, `/tracker/${content[0]?.id}`, {}],
  ['statistics', robin, '/tracker/stats', {}],
  ['statistics-dark', robin, '/tracker/stats', { theme: 'dark' }],
  ['reminders', robin, '/reminders', {}],
  ['settings', robin, '/settings', {}],
  ['security-dark', robin, '/settings/security', { theme: 'dark' }],
  ['admin', admin, '/admin?tab=boards', {}],
]

const browser = await launch()
for (const [name, person, address, options] of pictures) {
  const stage = new Stage(browser, base, '')
  const size = { deviceScaleFactor: 2, trace: false, ...(options.phone ? {} : { viewport: { width: 1360, height: 850 } }) }
  const page = person ? await stage.as(person, { ...size, ...options }) : await stage.window({ ...size, ...options })
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await settled(page)
  await page.screenshot({ path: `${folder}/${name}.png` })
  await stage.close(false)
  console.log(`${folder}/${name}.png`)
}
await browser.close()
