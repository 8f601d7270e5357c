import assert from 'node:assert/strict'
import { appears, comes, vanishes } from '../expect.mjs'

/** See where the facts of a posting come from, correct one for oneself, meet the correction in the list, and undo it. */
export default async function (stage) {
  const who = await stage.person()
  const { content } = await who.call('GET', '/jobs?workplaceType=onsite&employmentType=full-time&size=1&sort=oldest')
  const { id, title } = content[0]

  const phone = await stage.as(who, { phone: true })
  await phone.goto(`/find?job=${id}`)
  const fact = phone.getByRole('button', { name: 'On-site' })
  await fact.click()
  await appears(phone.getByRole('region', { name: 'Workplace' }).getByText(/^(Stated by the board|From the t(ext|itle))/))
  await stage.accessible(phone, 'a fact with its source on a phone')
  await fact.click()
  await vanishes(phone.getByRole('region', { name: 'Workplace' }))

  const page = await stage.as(who)
  await page.goto(`/find?job=${id}`)
  await page.getByRole('button', { name: 'On-site' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Workplace' })
  await panel.getByRole('button', { name: 'Correct' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Workplace').selectOption('Remote')
  await dialog.getByLabel('Pay from').fill('60k')
  await dialog.getByLabel('Pay to').fill('50k')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await appears(dialog.getByText('Must not be less than the lower amount.'))
  await dialog.getByLabel('Pay to').fill('70k')
  await dialog.getByLabel('Currency').selectOption('EUR')
  const where = dialog.getByRole('group', { name: 'Place 1' })
  await where.getByLabel('City').fill('Bern')
  await where.getByLabel('Region').fill('')
  await where.getByLabel('Country').selectOption('Switzerland')
  await stage.accessible(page, 'the editor of facts')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await vanishes(dialog)
  await appears(page.getByRole('button', { name: '€60,000 – €70,000 a year' }))
  await appears(panel.getByText('Everyone else sees: On-site.'))
  await appears(page.getByRole('button', { name: 'Bern, Switzerland' }))
  await stage.accessible(page, 'an own correction')

  // The list shows it too, the platform's fact stays for everybody else.
  await page.goto(`/find?keyword=${encodeURIComponent(`"${title}"`)}&sort=oldest&job=${id}`)
  const row = page.locator(`[data-job="${id}"]`)
  await appears(row.getByRole('img', { name: 'With your corrections' }))
  await appears(row.getByText('Remote', { exact: true }))
  assert.equal((await who.call('GET', `/jobs/${id}`)).workplaceType, 'onsite')
  const guest = await stage.window()
  await guest.goto(`/find?job=${id}`)
  await appears(guest.getByRole('button', { name: 'On-site' }))
  await guest.getByRole('button', { name: 'Correct facts' }).click()
  await guest.waitForURL('**/login?next=*')

  await page.getByRole('button', { name: 'Remote', exact: true }).click()
  await page.getByRole('button', { name: 'Undo my correction' }).click()
  await appears(page.getByRole('button', { name: 'On-site' }))
  await page.goto('/settings')
  await page.getByRole('button', { name: `Undo the corrections to ${title}` }).click()
  await comes('nothing corrected', async () => (await who.call('GET', '/jobs/corrections')).items.length === 0)
  await vanishes(page.getByRole('heading', { name: 'Your corrections' }))
}
