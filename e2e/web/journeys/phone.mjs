import assert from 'node:assert/strict'
import { appears, comes, leads, vanishes } from '../expect.mjs'
import { settled } from '../stage.mjs'

/** On a phone: the table as cards, filters in sheets, fields that iOS does not zoom into, the unread mark, and the icons. */
export default async function (stage) {
  const who = await stage.person()
  const [keeper] = await who.applied('Keeper of the Lighthouse', 'Harbour Pilot')
  await who.call('PATCH', `/applications/${keeper.id}`, { nextStep: { label: 'Talk with the harbour master', date: '2031-06-15' } })
  await who.call('PATCH', `/applications/${keeper.id}/status`, { status: 'INTERVIEW' })
  const page = await stage.as(who, { phone: true })
  await board(page)
  await table(stage, page)
  await jobs(stage, page)
  await navigation(page)
  await unread(page)
  await installs(page)
}

/** The board opens, also after a reload, at the first column with a card. Card and menu are both wholly in sight. */
async function board(page) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Tracker' }).filter({ visible: true }).click()
  const card = page.locator('[data-application]').filter({ hasText: 'Harbour Pilot' })
  for (const reload of [true, false]) {
    await comes('the first column with a card is in sight', async () => {
      const box = await card.boundingBox()
      return box && box.x >= 0 && box.x + box.width <= 390
    })
    if (reload) await page.reload()
  }
  await card.getByRole('button', { name: 'Actions for Harbour Pilot' }).click()
  const menu = page.getByRole('menu')
  await appears(menu)
  await largeFields(page, 'the board')
  await comes('the menu is beside the card', async () => {
    const [a, b] = [await card.boundingBox(), await menu.boundingBox()]
    return a && b && (b.y >= a.y + a.height - 1 || b.y + b.height <= a.y + 1) && b.y >= 0 && b.y + b.height <= 844
  })
  await menu.getByRole('menuitem').last().click({ trial: true })
  await page.keyboard.press('Escape')
  await vanishes(menu)
  await fingers(page.locator('button:visible, a[role=button]:visible'), 'the board')

  // A moved card comes into sight, and what is said of it does not cover the tabs.
  await card.getByRole('button', { name: 'Actions for Harbour Pilot' }).click()
  await menu.getByRole('menuitem', { name: 'Rejected' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'moved to Rejected' })
  await toast.hover() // it stays under the pointer
  const moved = page.locator('[data-column=REJECTED] [data-application]').filter({ hasText: 'Harbour Pilot' })
  await comes('the moved card is in sight', async () => {
    const box = await moved.boundingBox()
    return box && box.x >= 0 && box.x + box.width <= 390
  })
  const tabs = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  await comes('the toast is above the tabs', async () => {
    const [a, b] = [await toast.boundingBox(), await tabs.boundingBox()]
    return a && b && a.y + a.height <= b.y
  })
}

/** fingers fails if a button is smaller than 44 pixels. */
async function fingers(buttons, where) {
  const small = await buttons.evaluateAll((found) =>
    found
      .map((b) => ({ box: b.getBoundingClientRect(), name: b.getAttribute('aria-label') ?? b.textContent }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ box, name }) => `${name}: ${box.width} × ${box.height}`),
  )
  assert.deepEqual(small, [], where)
}

async function table(stage, page) {
  await page.goto('/tracker/table')
  const card = page.locator('[data-application]').filter({ hasText: 'Keeper of the Lighthouse' })
  await appears(card)
  await appears(card.getByText('Talk with the harbour master'))
  assert.equal(await page.getByRole('table').count(), 0, 'no table on a phone')
  await noSideways(page)

  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await appears(sheet)
  await comes('the sheet stands at the bottom', async () => {
    const box = await sheet.boundingBox()
    return box && box.width === 390 && Math.round(box.y + box.height) === 844 && box.y > 80
  })
  await largeFields(page, 'the sheet of the table')
  await sheet.getByLabel('Sort by').selectOption('title')
  await sheet.getByPlaceholder('Any status').click()
  await page.getByRole('option', { name: 'Interview', exact: true }).click()
  await vanishes(page.locator('[data-application]').filter({ hasText: 'Harbour Pilot' }))
  await page.keyboard.press('Tab') // closes the list of statuses; Escape could close the sheet with it
  await vanishes(page.getByRole('listbox'))
  await sheet.getByRole('button', { name: 'Done' }).click()
  await vanishes(sheet)
  await leads(page, /status=INTERVIEW.*sort=title/)
  await appears(page.getByRole('button', { name: 'Filters, 1 set' }))

  await page.getByLabel('Select all on this page').check()
  await appears(page.getByRole('toolbar'))
  await stage.accessible(page, 'the table as cards')
  await card.getByRole('link').click()
  await leads(page, '**/tracker/*-*')
  await appears(page.getByLabel('What happens next'))
  await largeFields(page, 'an application')
}

async function jobs(stage, page) {
  await page.goto('/find')
  const row = page.locator('li').filter({ has: page.locator('[data-job]') }).first()
  await appears(row)
  await settled(page)
  const more = row.getByRole('button')
  const before = await more.boundingBox()
  await more.click()
  await appears(page.getByRole('menu'))
  assert.deepEqual(await more.boundingBox(), before, 'the button of a row stays in it when its menu opens')
  await page.keyboard.press('Escape')
  await vanishes(page.getByRole('menu'))

  await page.getByRole('button', { name: /^Filters/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const show = sheet.getByRole('button', { name: /^Show [\d,.]+ jobs?$/ })
  await appears(show)
  const all = await show.textContent()
  await sheet.getByRole('checkbox', { name: /^Remote/ }).first().check()
  await comes('the button counts what is left', async () => (await show.textContent()) !== all)
  await largeFields(page, 'the sheet of jobs')
  await stage.accessible(page, 'the filters of jobs')
  await show.click()
  await vanishes(sheet)
  await leads(page, /workplaceType=remote/)
  await noSideways(page)
}

/** largeFields fails if a field in sight has letters of less than 16 px: iOS would zoom into it. */
async function largeFields(page, where) {
  const fields = page.locator('input:visible, textarea:visible, select:visible')
  await appears(fields.first())
  const small = await fields.evaluateAll((found) =>
    found
      .filter((f) => !['checkbox', 'radio'].includes(f.type) && Number.parseFloat(getComputedStyle(f).fontSize) < 16)
      .map((f) => f.outerHTML.slice(0, 120)),
  )
  assert.deepEqual(small, [], where)
}

/** Reminders are a tab of their own; notifications are behind the bell alone. */
async function navigation(page) {
  const tabs = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  assert.deepEqual(await tabs.getByRole('link').allInnerTexts(), ['Jobs', 'Saved', 'Employers', 'Tracker', 'Reminders'])
  await tabs.getByRole('link', { name: 'Reminders' }).click()
  await appears(page.getByRole('heading', { name: 'Reminders', exact: true }))
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: 'See all' }).click()
  await appears(page.getByRole('heading', { name: 'Notifications', exact: true }))
  await page.goto('/settings')
  await appears(page.getByLabel('First name'))
  await largeFields(page, 'the settings')
}

async function unread(page) {
  const icon = () => page.locator('link[rel=icon]').getAttribute('href')
  let count = 2
  await page.route('**/notifications/unread-count', (route) => route.fulfill({ json: { count } }))
  await page.reload()
  await comes('the tab counts', async () => (await page.title()).startsWith('(2) '))
  assert.equal(await icon(), '/favicon-unread.svg')
  count = 0
  await page.reload()
  await comes('the tab counts no more', async () => !(await page.title()).startsWith('('))
  await comes('the icon is the plain one', async () => (await icon()) === '/favicon.svg')
  await page.unroute('**/notifications/unread-count')
}

/** The browser accepts the manifest, and every icon has the size that it is said to have. */
async function installs(page) {
  const devtools = await page.context().newCDPSession(page)
  const { url, errors } = await devtools.send('Page.getAppManifest')
  assert.match(url, /\/manifest\.webmanifest$/)
  assert.deepEqual(errors, [])
  const wrong = await page.evaluate(async () => {
    const { icons } = await (await fetch('/manifest.webmanifest')).json()
    const drawn = icons.filter((i) => i.sizes !== 'any').concat({ src: '/icons/apple-180.png', sizes: '180x180' })
    const bad = []
    for (const { src, sizes } of drawn) {
      const image = new Image()
      image.src = src
      await image.decode().catch(() => undefined)
      if (`${image.naturalWidth}x${image.naturalHeight}` !== sizes) bad.push(`${src}: ${image.naturalWidth}`)
    }
    return bad
  })
  assert.deepEqual(wrong, [])
}

async function noSideways(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(wide <= 390, `the page is ${wide} px wide`)
}
