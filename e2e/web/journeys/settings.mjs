import assert from 'node:assert/strict'
import { appears, comes, vanishes } from '../expect.mjs'

/** The name, the notification settings, and the calendar address. */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.as(who, { expect: [500], permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/settings')
  await named(page)
  await told(page, who)
  await planned(page, who)
}

async function named(page) {
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await appears(save)
  assert.ok(await save.isDisabled(), 'there is nothing to save yet')
  await page.getByLabel('First name').fill('  ')
  await save.click()
  await appears(page.getByText('This field is required.'))
  await page.getByLabel('First name').fill('Nadja')
  await save.click()
  await appears(page.getByRole('alert').getByText('Saved', { exact: true }))
  await page.goto('/')
  await appears(page.getByRole('heading', { name: 'Hello, Nadja' }))
}

/** Every switch is saved at once, and switches back when saving fails. */
async function told(page, who) {
  const switches = {
    interviewReminders: 'Interview reminders',
    interviewReminderEmail: 'Email reminders',
    ghostedAlert: 'Ghosted alerts',
    weeklyDigestEmail: 'Weekly digest',
  }
  const kept = () => who.call('GET', '/notifications/preferences')
  const before = await kept()
  // No rule consults inAppNotificationsEnabled, so it has no switch.
  const shown = Object.keys(before).filter((name) => name !== 'inAppNotificationsEnabled')
  assert.deepEqual(Object.keys(switches).sort(), shown.sort(), 'every preference has a switch')
  await page.goto('/settings')
  for (const [field, label] of Object.entries(switches)) {
    const flip = page.getByRole('switch', { name: new RegExp(`^${label}`) })
    await comes(`${label} is shown as it is`, async () => (await flip.isChecked()) === before[field])
    await flip.click()
    await comes(`${label} is kept`, async () => (await kept())[field] === !before[field])
  }
  await page.reload()
  for (const [field, label] of Object.entries(switches)) {
    await comes(
      `${label} stays`,
      async () => (await page.getByRole('switch', { name: new RegExp(`^${label}`) }).isChecked()) === !before[field],
    )
  }

  await page.route('**/notifications/preferences', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"Internal Server Error","message":"x"}' })
      : route.continue(),
  )
  const digest = page.getByRole('switch', { name: /^Weekly digest/ })
  const refused = page.waitForResponse((r) => r.request().method() === 'PUT' && r.status() === 500)
  await digest.click()
  await refused
  await comes('the switch goes back', async () => (await digest.isChecked()) === !before.weeklyDigestEmail)
  await page.unroute('**/notifications/preferences')
}

/** The calendar address works without signing in, until a new one is created. */
async function planned(page, who) {
  const [application] = await who.applied('Keeper of the Lighthouse')
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) // the feed covers one year
  await who.call('PATCH', `/applications/${application.id}`, { nextStep: { label: 'Talk with the harbour master', date } })
  const field = page.getByLabel('Calendar address')
  const address = await comes('the address is shown', () => field.inputValue())
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await comes('the address is copied', async () => (await page.evaluate(() => navigator.clipboard.readText())) === address)
  const feed = await fetch(address)
  assert.equal(feed.status, 200)
  assert.match(await feed.text(), /BEGIN:VCALENDAR[^]*harbour master/)

  await page.getByRole('button', { name: 'Create a new address' }).click()
  await appears(page.getByText('The old address stops working at once'))
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new address' }).click()
  await vanishes(page.getByRole('dialog'))
  const renewed = await comes('the address is another one', async () => (await field.inputValue()) !== address && field.inputValue())
  assert.equal((await fetch(address)).status, 404)
  assert.equal((await fetch(renewed)).status, 200)
}
