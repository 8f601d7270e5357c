import assert from 'node:assert/strict'
import { appears, comes, leads, vanishes } from '../expect.mjs'
import { settled } from '../stage.mjs'

/** What a stranger sees, the first questions, and a home page with jobs instead of zeros. */
export default async function (stage) {
  const who = stage.stranger()
  const page = await stage.window()
  await page.addInitScript(() => {
    window.shifts = 0
    new PerformanceObserver((list) => {
      for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifts += e.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await appears(page.getByText(/^[\d,]+ open jobs at [\d,]+ companies$/))
  await appears(page.locator('[data-job]').nth(4))
  await settled(page)
  const shifts = await page.evaluate(() => window.shifts)
  assert.ok(shifts < 0.05, `the page moves while it loads: ${shifts}`)
  await vanishes(page.getByText('kept on this machine')) // the notice is for administrators
  await stage.accessible(page, 'landing page')

  // Joining leads to the questions.
  await page.getByRole('link', { name: 'Join', exact: true }).click()
  await page.getByLabel('First name').fill(who.firstName)
  await page.getByLabel('Last name').fill(who.lastName)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await leads(page, '**/verify?**')
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(await who.mailedCode())
  await leads(page, '**/start')
  await appears(page.getByRole('heading', { name: 'What kind of work?' }))
  await stage.accessible(page, 'the first question')
  await page.getByLabel('Search for jobs').fill('engineer')
  const suggestions = page.getByRole('listbox')
  await appears(suggestions)
  await comes('the suggestions are whole', () => suggestions.getByRole('option').last().evaluate((option) => {
    option.scrollIntoView({ block: 'nearest' })
    const { left, bottom } = option.getBoundingClientRect()
    return option.contains(document.elementFromPoint(left + 20, bottom - 4))
  }))
  await page.getByLabel('Search for jobs').press('Enter') // closes the suggestions
  await appears(page.getByText(/open jobs? match(es)? so far/))
  await page.getByRole('button', { name: 'Next' }).click()
  await appears(page.getByRole('heading', { name: 'Where?' }))
  await appears(page.getByRole('button', { name: 'Remove filter engineer' }))
  await page.getByRole('button', { name: 'Remote', exact: true }).click()

  // Left half way: the home page shows what the answers so far find, and the questions go on where they were.
  await page.goto('/')
  await appears(page.getByRole('heading', { name: 'engineer', exact: true }))
  await appears(page.locator('[data-job]').first())
  assert.equal(await page.getByRole('link', { name: /^Answered/ }).count(), 0, 'the home page shows zeros')
  await page.getByRole('link', { name: 'Change' }).click()
  await appears(page.getByRole('heading', { name: 'Where?' }))
  await page.getByRole('button', { name: 'Remote', exact: true }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await appears(page.getByRole('heading', { name: 'What should it pay?' }))
  await page.getByLabel('Yearly pay from').fill('20k')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Next' }).click()
  await appears(page.getByRole('heading', { name: 'Which employers do you like?' }))
  await page.getByRole('button', { name: /^Follow/ }).first().click()
  await appears(page.getByRole('button', { name: /^Following/ }).first())
  assert.match(await page.getByLabel('Name', { exact: true }).inputValue(), /^engineer, Remote/)
  await page.getByLabel('Name', { exact: true }).fill('Engineering from home')
  await page.getByLabel('Alert me to new jobs').selectOption('Every week')
  await stage.accessible(page, 'the last question')
  await page.getByRole('button', { name: 'Show my jobs' }).click()
  await Promise.all([
    leads(page, '**/find?**'),
    appears(page.getByText('Search “Engineering from home” saved.')), // a toast
  ])
  assert.match(page.url(), /keyword=engineer/)
  assert.match(page.url(), /workplaceType=remote/)
  await appears(page.locator('[data-job]').first())

  await who.logIn()
  const { items } = await who.call('GET', '/jobs/filters/saved')
  assert.equal(items.length, 1, 'one saved search')
  assert.equal(items[0].filters.compensationMin, 20_000)
  assert.equal(items[0].name, 'Engineering from home')
  assert.equal(items[0].alert.rhythm, 'WEEKLY')
  assert.equal((await who.call('GET', '/jobs/employers/followed')).items.length > 0, true)

  // Skipped: newest postings, no zeros, and no question again.
  const other = await stage.as(await stage.person(), { phone: true, theme: 'dark' })
  await other.goto('/')
  await appears(other.getByRole('heading', { name: 'Find your first jobs' }))
  await other.getByRole('link', { name: 'Start' }).click()
  await appears(other.getByRole('heading', { name: 'What kind of work?' }))
  await other.getByRole('button', { name: 'Skip for now' }).click()
  await appears(other.getByRole('heading', { name: 'New postings' }))
  await comes('no invitation', async () => (await other.getByRole('heading', { name: 'Find your first jobs' }).count()) === 0)
  await stage.accessible(other, 'home page without applications')
  // They can still be answered, and an application that was sent before can be added.
  await appears(other.getByRole('link', { name: 'Answer four short questions' }))
  await other.getByRole('link', { name: 'Add an application you already sent' }).click()
  await appears(other.getByRole('dialog', { name: 'Add application' }))
}
