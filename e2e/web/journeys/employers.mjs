import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { appears, counts, leads, vanishes } from '../expect.mjs'
import { operate } from '../person.mjs'

const pack = fileURLToPath(new URL('../pack.yml', import.meta.url))

/** The operator imports a catalogue; a person finds its employers, follows some, searches their jobs and keeps the list. */
export default async function (stage) {
  const planned = await operate('targets', 'import', '--dry-run', pack)
  assert.match(planned, /lever +marrow-lane +Marrow Lane Bakeries/)
  assert.match(planned, /loft-9 .*unknown board family "carrierpigeon"/)
  assert.match(await operate('targets', 'import', pack), /1 merged, 1 skipped/)
  assert.match(await operate('targets', 'import', pack), /^0 added, 2 already known/)

  const who = await stage.person()
  const page = await stage.as(who)
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: 'Employers' }).first().click()
  await leads(page, '**/employers')
  await page.getByText('Following', { exact: true }).click()
  await appears(page.getByRole('heading', { name: 'You are not following any employers yet' }))
  await page.getByRole('button', { name: 'Show all employers' }).click()

  const search = page.getByRole('searchbox', { name: 'Find an employer' })
  await search.fill('juniper tide')
  const row = page.locator('[data-employer]')
  await counts(row, 1)
  await appears(row.getByText(/^Greenhouse · Board (not|could not be) read yet/))
  await row.getByRole('button', { name: 'Follow Juniper Tide Instruments' }).click()
  await appears(row.getByRole('button', { name: 'Following Juniper Tide Instruments' }))

  // An employer with jobs is followed on its company page.
  const { content } = await who.call('GET', '/jobs?size=100')
  const { name, slug } = content.find((job) => job.company.slug).company // a board that was just added has no company yet
  await search.fill(name)
  await page.getByRole('link', { name, exact: true }).click()
  await leads(page, `**/companies/${slug}`)
  const kept = page.waitForResponse((r) => r.url().endsWith('/follow') && r.ok())
  await page.getByRole('button', { name: `Follow ${name}`, exact: true }).click()
  await appears(page.getByRole('button', { name: `Following ${name}`, exact: true }))
  await kept

  await page.goto('/')
  const theirs = page.locator('section', { has: page.getByRole('heading', { name: 'From employers you follow' }) })
  await appears(theirs.getByText(name).first())

  await page.goto('/employers?following=true')
  await counts(row, 2)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the list' }).click()
  const file = await (await saving).path()
  const { items } = JSON.parse(await readFile(file, 'utf8'))
  assert.ok(items.some((b) => b.sourceType === 'greenhouse' && b.token === 'junipertide'))
  assert.match(await operate('targets', 'import', '--dry-run', file), /0 would be added, .* 0 skipped/)

  await page.getByRole('link', { name: 'Search their jobs' }).click()
  await leads(page, '**/find?company=**')
  await appears(page.locator('[data-job]').first())
  const companies = await page.locator('[data-job]').evaluateAll((rows) => rows.map((r) => r.textContent))
  assert.ok(companies.every((text) => text.includes(name)), companies.join('\n'))

  await page.goto('/employers?following=true')
  await page.getByRole('button', { name: 'Following Juniper Tide Instruments' }).click()
  await counts(row, 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await counts(row, 2)

  // Others do not see it.
  const guest = await stage.as(await stage.person(), { phone: true })
  await guest.goto('/employers?q=juniper')
  await appears(guest.getByRole('button', { name: 'Follow Juniper Tide Instruments' }))
  await guest.goto('/employers?q=no such employer')
  await appears(guest.getByRole('heading', { name: 'No employer has “no such employer” in its name' }))
  await guest.getByRole('button', { name: 'Show all employers' }).click()
  await vanishes(guest.getByRole('heading', { name: /No employer has/ }))
}
