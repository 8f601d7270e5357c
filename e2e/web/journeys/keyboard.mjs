import assert from 'node:assert/strict'
import { appears, comes, leads } from '../expect.mjs'
import { settled } from '../stage.mjs'

/**
 * Without a mouse: three tabs to the first result, keys to it and to Apply; the focus stays where something was removed; cards are
 * ordered, moved and opened.
 */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.as(who)
  await page.goto('/find')
  await appears(page.locator('[data-job]').first())
  await settled(page)
  const focus = () => page.evaluate(() => document.activeElement?.getAttribute('data-job') ?? document.activeElement?.textContent)
  const first = await page.locator('[data-job]').first().getAttribute('data-job')
  let tabs = 0
  for (; tabs < 10 && (await focus()) !== 'Skip to the results'; tabs++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.equal(await focus(), first)
  assert.ok(tabs <= 3, `${tabs} tabs to the first result`)
  await page.evaluate(() => document.activeElement.blur())
  await page.keyboard.press('r')
  assert.equal(await focus(), first)
  await page.keyboard.press('a')
  assert.match(await focus(), /Open and apply/)

  await page.goto('/find?keyword=remote+engineer&careerLevel=senior&includeClosed=true')
  const focused = (locator, what) => comes(what, () => locator.evaluate((e) => e === document.activeElement))
  const press = async (name) => {
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await press('Remove filter Senior')
  await focused(page.getByRole('button', { name: 'Remove filter Include closed postings' }), 'the next filter has the focus')
  await page.keyboard.press('Enter')
  await focused(page.getByLabel('Search for jobs'), 'without a filter the field has the focus')
  await press('Save this search')
  await focused(page.getByRole('dialog').getByLabel('Name'), 'the name has the focus')
  await page.keyboard.press('Enter')
  await focused(page.getByRole('button', { name: 'Saved', exact: true }), 'a saved search leaves the focus on its button')
  await press('Remove filter Workplace: Remote')
  await leads(page, '**/find?keyword=engineer')
  await focused(page.getByLabel('Search for jobs'), 'without readings the field has the focus')

  const [c, b, a] = await who.applied('C', 'B', 'A')
  await page.goto('/tracker')
  const card = (x) => page.locator(`[data-application="${x.id}"]`)
  const column = async (status) => page.locator(`[data-column=${status}] [data-application]`).evaluateAll((all) =>
    all.map((e) => e.querySelector('a').textContent).join(''))
  const stands = (status, want) => comes(`${status} is ${want}`, async () => (await column(status)) === want)
  await stands('APPLIED', 'ABC')
  await card(c).focus()
  await page.keyboard.press('Space')
  await appears(page.locator('[data-dragging]'))
  await appears(page.getByText('Picked up C. Applied, place 3 of 3.'))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await stands('APPLIED', 'ACB')
  await comes('the card keeps the focus', () => card(c).evaluate((e) => e === document.activeElement))
  await comes('the order is kept', async () => (await order(who)) === 'ACB')
  await page.reload()
  await stands('APPLIED', 'ACB')
  // A change of a card does not move it.
  await who.call('PATCH', `/applications/${b.id}`, { notes: 'changed' })
  await page.reload()
  await stands('APPLIED', 'ACB')

  await card(a).focus()
  await page.keyboard.press('Space')
  await appears(page.locator('[data-dragging]'))
  await page.keyboard.press('ArrowRight')
  await appears(page.getByText('Screening, place 1 of 1.'))
  await page.keyboard.press('Space')
  await stands('SCREENING', 'A')
  await comes('the card keeps the focus in its new column', () => card(a).evaluate((e) => e === document.activeElement))
  await page.getByRole('button', { name: 'Undo' }).click()
  await stands('APPLIED', 'ACB')

  await card(b).focus()
  await page.keyboard.press('Enter')
  await leads(page, `**/tracker/${b.id}`)
}

async function order(who) {
  const { content } = await who.call('GET', '/applications?status=APPLIED&sort=board')
  return content.map((a) => a.job.title).join('')
}
