import assert from 'node:assert/strict'
import { appears, comes, counts, leads, vanishes } from '../expect.mjs'

/** Statistics: every share names its base, a period can be chosen, and every figure leads to its applications. */
export default async function (stage) {
  const who = await stage.person()
  const ago = (days) => new Date(Date.now() - days * 86_400_000).toISOString()
  const add = async (title, days, ...moves) => {
    const jobDetails = { title, company: 'Foo Widgets' }
    const { id } = await who.call('POST', '/applications', { jobDetails, status: 'APPLIED', appliedAt: ago(days) })
    for (const status of moves) await who.call('PATCH', `/applications/${id}/status`, { status })
    return id
  }
  await add('Waiting', 3)
  await add('Turned down', 10, 'REJECTED')
  await add('Interviewed', 20, 'SCREENING', 'INTERVIEW')
  const offered = await add('Offered', 45, 'INTERVIEW', 'OFFER')
  await add('Long ago', 400, 'GHOSTED')
  await who.call('POST', '/applications', { jobDetails: { title: 'Only saved', company: 'Bar' }, status: 'SAVED' })
  await who.call('POST', '/applications/bulk', { ids: [offered], action: 'archive' })

  const page = await stage.as(who)
  await page.goto('/tracker/stats')
  const figure = (name) => page.getByRole('link', { name })
  await appears(figure(/^Applications\s*6\s*5 sent/))
  await appears(figure(/^Answered\s*3\s*of 5 \(60\s?%\)/))
  await appears(page.getByText('2 of 5 (40%)').first())
  assert.equal(await page.getByText(/(?<!\()\b\d+\s?%(?!\))/).count(), 0, 'a percentage without its base')
  await appears(page.locator('svg [data-flow=APPLIED-REJECTED]'))
  await stage.accessible(page, 'statistics')

  // From a figure to its applications, archived ones too, and back.
  await figure(/^Offers/).click()
  await leads(page, '**/tracker/table?**')
  await appears(page.getByRole('link', { name: 'Offered' }))
  await counts(page.locator('tbody tr'), 1)
  await page.goBack()
  await page.getByRole('link', { name: '1 from Interview to Still open' }).click()
  await appears(page.getByRole('button', { name: 'Interview → Still open. Remove' }))
  await appears(page.getByRole('link', { name: 'Interviewed' }))
  await counts(page.locator('tbody tr'), 1)
  await page.getByRole('button', { name: 'Interview → Still open. Remove' }).click()
  await counts(page.locator('tbody tr'), 6)
  await page.goBack()
  await page.goBack()

  // A shorter period, kept in the address; its figures lead to its applications alone.
  await page.getByText('30 days', { exact: true }).click()
  await leads(page, '**/tracker/stats?period=30')
  await appears(figure(/^Answered\s*2\s*of 3 \(67\s?%\)/))
  await vanishes(page.getByRole('link', { name: /to Ghosted/ }))
  await appears(page.getByRole('heading', { name: 'The charts appear once you have sent 5 applications' }))
  await page.reload()
  await figure(/^Answered/).click()
  await counts(page.locator('tbody tr'), 2)
  await page.goBack()

  // Own dates without anything.
  await page.getByText('Custom').click()
  await page.getByLabel('First day').fill('2020-01-01')
  await comes('the first day is taken', async () => (await page.getByLabel('First day').inputValue()) === '2020-01-01')
  await page.getByLabel('Last day').fill('2020-02-01')
  await appears(page.getByRole('heading', { name: 'Nothing in this period' }))

  // On a phone the table stands in for the diagram.
  const phone = await stage.as(who, { phone: true, theme: 'dark' })
  await phone.goto('/tracker/stats')
  await appears(phone.getByRole('link', { name: '1 from Sent to Rejected' }))
  assert.equal(await phone.locator('svg [data-flow]').first().isVisible(), false)
  const overflow = () => phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await comes('the page is not wider than the phone', async () => (await overflow()) <= 0)
  await stage.accessible(phone, 'statistics on a phone')
}
