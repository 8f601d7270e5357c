import assert from 'node:assert/strict'
import { appears, comes, counts } from '../expect.mjs'

/** Back returns to the same place: the list of search, the board with its filter, the table with all of its state. */
export default async function (stage) {
  const who = await stage.person()
  await who.applied(...Array.from({ length: 30 }, (_, i) => `Filtered ${i + 1}`), 'Another')
  const [{ id }] = await who.applied('Filtered and rejected')
  await who.call('PATCH', `/applications/${id}/status`, { status: 'REJECTED' })

  await search(await stage.window(), 'desktop')
  await search(await stage.window({ phone: true }), 'phone')

  const page = await stage.as(who)
  await page.goto('/tracker')
  await page.getByLabel('Filter', { exact: true }).fill('filtered')
  // A column renders the cards that are in sight.
  const filtered = () => appears(page.getByRole('region', { name: 'Applied, 30 applications' }))
  await filtered()
  const list = page.locator('[data-scroll=board-APPLIED]')
  await list.evaluate((l) => l.scrollTo(0, 700))
  const board = page.locator('[data-scroll=board]')
  await board.evaluate((b) => b.scrollTo(b.scrollWidth, 0))
  const [left, top] = await comes('the board is scrolled', () =>
    board.evaluate((b) => (b.scrollLeft > 100 ? [b.scrollLeft, window.scrollY] : null)))
  await page.getByRole('link', { name: 'Filtered and rejected' }).click()
  await appears(page.getByRole('heading', { name: 'Filtered and rejected' }))
  await page.getByRole('link', { name: 'Tracker' }).last().click()
  await filtered()
  assert.equal(await page.getByLabel('Filter', { exact: true }).inputValue(), 'filtered')
  await comes('the board is where it was', () => board.evaluate((b, x) => Math.abs(b.scrollLeft - x) < 3, left))
  assert.equal(await page.evaluate(() => window.scrollY), top)
  await comes('the column is where it was', () => list.evaluate((l) => Math.abs(l.scrollTop - 700) < 3))

  await page.goto('/tracker/table?q=filtered')
  await page.getByRole('button', { name: /^Sort by Position/ }).click()
  await page.getByRole('button', { name: 'Page 2' }).click()
  const rows = page.getByRole('link', { name: /^Filtered/ })
  await counts(rows, 6)
  const titles = await rows.allInnerTexts()
  await rows.nth(2).click()
  await appears(page.getByRole('heading', { name: titles[2] }))
  await page.goBack()
  await counts(rows, 6)
  assert.deepEqual(await rows.allInnerTexts(), titles)
  await page.reload()
  await counts(rows, 6)
  assert.deepEqual(await rows.allInnerTexts(), titles, 'a reload keeps the table')
}

/** From the fortieth result to its posting or company, and back to it. */
async function search(page, kind) {
  await page.goto('/find')
  const rows = page.locator('[data-job]')
  await comes('forty results', async () => {
    await page.mouse.wheel(0, 4000)
    await page.evaluate(() => window.scrollBy(0, 4000))
    return (await rows.count()) >= 40
  })
  // Employers that other journeys add have no page of their own yet.
  const row = rows.filter({ hasNotText: /Salt & Cedar|Hafenlicht|Copper Heron|Bramble Fen/ }).nth(15)
  await row.evaluate((r) => r.scrollIntoView({ block: 'center' }))
  const height = async () => (await row.boundingBox())?.y ?? Number.NaN
  const was = await comes('the list stands still', async () => {
    const before = await height()
    await page.waitForTimeout(150)
    return before === (await height()) && before
  })
  const listed = await row.innerText()
  await row.click()
  await appears(page.locator('article h2'))
  await comes('its details', async () => listed.includes(await page.locator('article h2').innerText()))
  if (kind === 'phone') {
    await page.getByRole('button', { name: 'Back to the list' }).click()
  } else {
    await page.locator('article').getByRole('link').first().click()
    await appears(page.getByRole('heading', { level: 2, name: /open posting/ }))
    await page.goBack()
  }
  await appears(row)
  await comes(`${kind}: the list is where it was`, async () => Math.abs((await height()) - was) < 20)
}
