import { appears, leads, vanishes } from '../expect.mjs'

/** A reminder of an application shows in the bell when it is due, and links to the application. */
export default async function (stage) {
  const who = await stage.person()
  const [application] = await who.applied('Keeper of the Lighthouse')
  const page = await stage.as(who)
  await page.goto(`/tracker/${application.id}`)

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
