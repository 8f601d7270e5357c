import assert from 'node:assert/strict'
import { appears, comes, counts, leads, vanishes } from '../expect.mjs'

/** A reminder of an application shows in the bell when it is due, and links to the application. */
export default async function (stage) {
  const who = await stage.person()
  const [application] = await who.applied('Keeper of the Lighthouse')
  const step = new Date(Date.now() + 5 * 86_400_000)
  const nextStep = { label: 'Trial passage', date: localTime(step).slice(0, 10), reminderAt: step.toISOString() }
  await who.call('PATCH', `/applications/${application.id}`, { nextStep })
  const page = await stage.as(who)
  await page.goto(`/tracker/${application.id}`)

  // Automatic reminders are listed by their time. A time before the next step is one press away.
  await counts(page.locator('[data-automatic]'), 2)
  await appears(page.getByText('24 hours before “Trial passage”'))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await appears(page.getByRole('dialog').getByText('Before “Trial passage”'))
  await keepsButtons(page, 'Schedule')
  await page.getByRole('button', { name: 'Two days before' }).click()
  const before = localTime(new Date(step.getTime() - 2 * 86_400_000))
  assert.equal((await page.getByLabel('When').inputValue()).slice(0, 10), before.slice(0, 10))
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await vanishes(page.getByRole('dialog'))

  // Times are entered in the user's time zone.
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Remind me to').fill('Polish the lamp')
  await page.getByLabel('When').fill(localTime(new Date(Date.now() - 60_000)))
  await page.getByRole('button', { name: 'Schedule' }).click()
  await appears(page.getByText('This time is in the past.'))
  await page.getByLabel('When').fill(localTime(new Date(Date.now() + 86_400_000)))
  await page.getByRole('button', { name: 'Schedule' }).click()
  const row = page.locator('[data-reminder]').filter({ hasText: 'Polish the lamp' })
  await appears(row)
  const order = () => page.locator('[data-reminder], [data-automatic]').evaluateAll((all) => all.map((r) => r.dataset.automatic ?? 'own'))
  assert.deepEqual(await order(), ['own', 'H24', 'H1'])

  // Cancel, undo, and move it to a few seconds from now.
  await page.getByRole('button', { name: 'Cancel reminder Polish the lamp' }).click()
  await vanishes(row)
  await page.getByRole('button', { name: 'Undo' }).click()
  await appears(row)
  await page.getByRole('button', { name: 'Change reminder Polish the lamp' }).click()
  await page.getByLabel('When').fill(localTime(new Date(Date.now() + 20_000)))
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await vanishes(page.getByRole('dialog'))

  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ })
  await bell.waitFor({ timeout: 120_000 })
  await bell.click()
  const notice = page.getByRole('link', { name: 'Polish the lamp' })
  await notice.waitFor({ timeout: 120_000 })
  await notice.click()
  await leads(page, `**/tracker/${application.id}`)

  await page.goto('/inbox?show=read')
  await appears(page.locator('[data-notification=CUSTOM_REMINDER]').filter({ hasText: 'Polish the lamp' }))
  await page.getByRole('button', { name: /Delete “.*Polish the lamp/ }).click()
  await vanishes(page.locator('[data-notification=CUSTOM_REMINDER]'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await appears(page.locator('[data-notification=CUSTOM_REMINDER]'))

  await page.goto('/reminders')
  await appears(page.getByText('No reminders'))
  await appears(page.locator('[data-automatic=H24]').filter({ hasText: 'Keeper of the Lighthouse · Foo Widgets' }))
  await page.getByLabel('Show past reminders').check()
  await appears(page.getByText('Sent on'))
}

/** localTime formats an instant for the field, in the browser's time zone. */
function localTime(at) {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Madrid',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(at)
      .map((p) => [p.type, p.value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second === '00' ? '01' : parts.second}`
}

/** keepsButtons checks that the dialog shows all of a button, however low the window is. */
async function keepsButtons(page, name) {
  const before = page.viewportSize()
  const dialog = page.getByRole('dialog')
  for (const height of [900, 600, 400]) {
    await page.setViewportSize({ width: 1440, height })
    await comes(`the button at a height of ${height}`, async () => {
      const [outer, inner] = [await dialog.boundingBox(), await dialog.getByRole('button', { name }).boundingBox()]
      const end = outer.y + outer.height
      return end <= height && inner.y > outer.y && inner.y + inner.height <= end
    })
  }
  await page.setViewportSize(before)
}
