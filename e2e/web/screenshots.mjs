// Takes the screenshots of the README from a running demo:
//
//   BASE_URL=http://localhost:8080 DEMO_PASSWORD=… ADMIN_PASSWORD=… node e2e/web/screenshots.mjs [name…]
//
// `rolecall up --demo` prints the passwords.
// Names select screenshots; without any, all are taken. FOLDER is where they go, docs/screenshots by default.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launch } from './browser.mjs'
import { administrator, needed, Person } from './person.mjs'
import { settled, Stage } from './stage.mjs'

const base = process.env.BASE_URL ?? 'http://localhost:8080'
const wanted = process.argv.slice(2)
const folder = process.env.FOLDER ?? fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
await mkdir(folder, { recursive: true })

const robin = new Person(base, 'demo')
robin.email = process.env.DEMO_EMAIL ?? 'robin@demo.example'
robin.password = needed('DEMO_PASSWORD')
await robin.logIn()
const admin = administrator(base)
await admin.logIn()
const { content } = await robin.call('GET', '/applications?status=INTERVIEW&size=1')

const setUp = async (page) => {
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByAltText('QR code for the authenticator app').waitFor()
}
const pressHelp = async (page) => {
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
}
const openPosting = async (page) => {
  await page.locator('[data-job]').first().click()
  await page.locator('article h3').first().waitFor()
}

const pictures = [
  { name: 'home', who: robin, address: '/' },
  { name: 'find', who: robin, address: '/find?keyword=engineer' },
  { name: 'find-dark', who: robin, address: '/find?workplaceType=remote', theme: 'dark' },
  { name: 'find-phone', who: robin, address: '/find', phone: true },
  { name: 'posting-phone-dark', who: robin, address: '/find?keyword=backend', phone: true, theme: 'dark', act: openPosting },
  { name: 'board', who: robin, address: '/tracker' },
  { name: 'board-dark', who: robin, address: '/tracker', theme: 'dark' },
  { name: 'board-phone', who: robin, address: '/tracker', phone: true },
  { name: 'application', who: robin, address: `/tracker/${content[0]?.id}` },
  { name: 'statistics', who: robin, address: '/tracker/stats', height: 1080 },
  { name: 'settings', who: robin, address: '/settings' },
  { name: 'two-factor-dark', who: robin, address: '/settings/security', theme: 'dark', act: setUp },
  { name: 'shortcuts', who: robin, address: '/tracker/table', act: pressHelp },
  { name: 'admin', who: admin, address: '/admin?tab=boards' },
]

const browser = await launch()
for (const { name, who, address, phone = false, theme, height = 850, act } of pictures) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const stage = new Stage(browser, base, '')
  const options = {
    theme,
    phone,
    trace: false,
    deviceScaleFactor: phone ? 2 : 1.5,
    ...(phone ? {} : { viewport: { width: 1360, height } }),
  }
  const page = who ? await stage.as(who, options) : await stage.window(options)
  // A demo has no mail server and says so on every page, which a real installation does not.
  await page.route('**/platform', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mail: 'smtp' } })
  })
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await act?.(page)
  await settled(page)
  await page.mouse.move(0, 0)
  await page.screenshot({ path: `${folder}/${name}.png` })
  stage.verify()
  await stage.close(false)
  console.log(`${folder}/${name}.png`)
}
await browser.close()
