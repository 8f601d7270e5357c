import assert from 'node:assert/strict'
import { appears, comes, vanishes } from '../expect.mjs'

/** Times are in the zone of the person, wherever the device is; reminders repeat and can be snoozed. */
export default async function (stage) {
  const who = await stage.person()
  const [application] = await who.applied('Keeper of the Lighthouse')
  const remind = (title, triggerAtUtc, more = {}) =>
    who.call('POST', '/notifications/custom-reminders', {
      applicationId: application.id,
      title,
      triggerAtUtc,
      channels: ['IN_APP'],
      ...more,
    })
  await remind('Polish the lamp', '2031-06-15T22:30:00Z')
  await asked(stage, who)
  await repeated(stage, who, application)
  await planned(who, application)
}

const saved = async (who) => (await who.call('GET', '/notifications/time-zone')).timeZone

/** The first browser sets the zone. A device in another one asks, and the days on pages follow the answer. */
async function asked(stage, who) {
  const lamp = (page) => page.locator('[data-reminder]').filter({ hasText: 'Polish the lamp' })
  const home = await stage.as(who)
  await home.goto('/reminders')
  await appears(lamp(home).getByText('16 Jun 2031, 00:30'))
  await comes('the zone is saved', async () => (await saved(who)) === 'Europe/Madrid')

  const away = await stage.as(who, { timezoneId: 'America/New_York' })
  await away.goto('/reminders')
  const question = away.getByText('This device is set to America/New_York')
  await appears(question)
  await appears(lamp(away).getByText('16 Jun 2031, 00:30'))
  await stage.accessible(away, 'the question about the time zone')
  await away.getByRole('button', { name: 'Keep Europe/Madrid' }).click()
  await vanishes(question)
  await away.reload()
  await appears(lamp(away).getByText('16 Jun 2031, 00:30 CEST'))
  await away.goto('/')
  await appears(away.getByText(/, 00:30 CEST$/))
  await appears(away.getByText('Times are in your time zone (Europe/Madrid).'))
  assert.equal(await question.count(), 0, 'it asks again although the question was answered')
  assert.equal(await saved(who), 'Europe/Madrid')

  const moved = await stage.as(who, { timezoneId: 'Asia/Tokyo' })
  await moved.goto('/reminders')
  await moved.getByRole('button', { name: 'Use Asia/Tokyo' }).click()
  await appears(lamp(moved).getByText('16 Jun 2031, 07:30'))
  assert.equal(await saved(who), 'Asia/Tokyo')

  await moved.goto('/settings')
  const field = moved.getByRole('combobox', { name: 'Your time zone' }).or(moved.getByLabel('Your time zone')).first()
  await field.click()
  await field.fill('Lisbon')
  await moved.getByRole('option', { name: 'Europe/Lisbon' }).click()
  await comes('the zone is changed', async () => (await saved(who)) === 'Europe/Lisbon')
  await moved.goto('/reminders')
  await appears(lamp(moved).getByText('15 Jun 2031, 23:30'))
}

/** A reminder that repeats comes and leaves the next; it can be snoozed from the notification and from the list. */
async function repeated(stage, who, application) {
  const page = await stage.as(who, { timezoneId: 'Europe/Lisbon' })
  await page.goto(`/tracker/${application.id}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Remind me to').fill('Wind the clock')
  await page.getByRole('combobox', { name: 'Repeat' }).or(page.getByLabel('Repeat', { exact: true })).first().click()
  await page.getByRole('option', { name: 'Every day' }).click()
  const at = new Date(Date.now() + 15_000)
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Lisbon', dateStyle: 'short', timeStyle: 'medium' }).format(at)
  await page.getByLabel('When').fill(local.replace(' ', 'T'))
  await page.getByRole('button', { name: 'Schedule' }).click()
  await appears(page.getByText('and then every day'))

  // From the bell.
  const all = async () => (await who.call('GET', '/notifications/custom-reminders')).items.filter((r) => r.title === 'Wind the clock')
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click({ timeout: 120_000 })
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await bell.getByRole('button', { name: 'Remind me again: Wind the clock' }).click({ timeout: 120_000 })
  await bell.getByRole('menuitem', { name: 'In one hour' }).click()
  await comes('it is snoozed for an hour', async () =>
    (await all()).some((r) => !r.repeat && Math.abs(Date.parse(r.triggerAtUtc) - Date.now() - 3_600_000) < 60_000),
  )

  await page.goto('/inbox')
  const notice = page.locator('[data-notification=CUSTOM_REMINDER]').filter({ hasText: 'Wind the clock' })
  await notice.waitFor({ timeout: 120_000 })
  await appears(notice.getByText('Keeper of the Lighthouse at Foo Widgets'))
  await notice.getByRole('button', { name: 'Remind me again: Wind the clock' }).click()
  await page.getByRole('menuitem', { name: 'Tomorrow morning' }).click()
  await appears(page.getByText('You will be reminded again on'))

  // The next one of the series, and the one that was snoozed, now for tomorrow.
  const tomorrow = (r) => !r.repeat && Date.parse(r.triggerAtUtc) - Date.now() > 3_700_000
  await comes('it is snoozed again', async () => (await all()).some(tomorrow))
  assert.equal((await all()).length, 2, 'snoozing twice made two')
  const next = (await all()).find((r) => r.repeat)
  assert.equal(Math.round((Date.parse(next.triggerAtUtc) - at) / 3_600_000), 24, 'the next is not a day later')
  await page.getByRole('button', { name: 'Undo' }).click()
  await comes('the snoozed one is gone', async () => (await all()).length === 1)

  await page.goto('/reminders')
  const row = page.locator('[data-reminder]').filter({ hasText: 'Wind the clock' })
  await appears(row.getByText('Every day'))
  await appears(row.getByText('Keeper of the Lighthouse · Foo Widgets'))
  await row.getByRole('button', { name: 'Remind me again' }).click()
  await page.getByRole('menuitem', { name: 'Another time' }).click()
  await page.getByRole('dialog').getByLabel('When').fill('2031-03-04T10:00')
  await stage.accessible(page, 'the dialog to snooze')
  await page.getByRole('dialog').getByRole('button', { name: 'Remind me again' }).click()
  await appears(row.getByText('4 Mar 2031, 10:00'))
  assert.equal((await all())[0].triggerAtUtc, '2031-03-04T10:00:00Z')
}

/** The calendar has the person's zone and speaks as the app does. */
async function planned(who, application) {
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await who.call('PATCH', `/applications/${application.id}/status`, { status: 'INTERVIEW' })
  await who.call('PATCH', `/applications/${application.id}`, { nextStep: { label: 'Talk', date } })
  await who.call('POST', '/notifications/custom-reminders', {
    applicationId: application.id,
    title: 'Oil the hinges',
    triggerAtUtc: `${date}T09:00:00Z`,
    channels: ['IN_APP'],
  })
  const { url } = await who.call('GET', '/notifications/calendar')
  const feed = (await (await fetch(url)).text()).replaceAll('\r\n ', '')
  for (const line of ['X-WR-TIMEZONE:Europe/Lisbon', 'Status: Interview', 'SUMMARY:Oil the hinges (Foo Widgets)'])
    assert.ok(feed.includes(line), `the calendar lacks ${line}`)
  assert.ok(!feed.includes('INTERVIEW'), 'the calendar shouts')
}
