import assert from 'node:assert/strict'
import { appears, comes } from '../expect.mjs'
import { settled } from '../stage.mjs'

const SIZE = 500

/** A board of 500: columns scroll by themselves below their heads, few cards are rendered, and dragging reaches everything. */
export default async function (stage) {
  const who = await stage.person()
  const line = (i) => `"Position ${i}","Company ${i % 40}","${i % 5 === 4 ? 'INTERVIEW' : 'APPLIED'}"`
  const csv = ['"title","company","status"', ...Array.from({ length: SIZE }, (_, i) => line(i))].join('\n')
  const imported = await fetch(`${stage.base}/applications/import`, {
    method: 'POST', headers: { 'Content-Type': 'text/csv', Authorization: `Bearer ${who.token}` }, body: csv,
  })
  assert.equal((await imported.json()).imported, SIZE)
  const status = async (id) => (await who.call('GET', `/applications/${id}`)).status

  const page = await stage.as(who, { trace: false })
  await page.goto('/tracker')
  await appears(page.getByRole('region', { name: 'Applied, 400 applications' }))
  await settled(page)
  const list = page.locator('[data-scroll=board-APPLIED]')
  const cards = page.locator('[data-column=APPLIED] [data-application]')
  assert.ok((await page.locator('[data-application]').count()) < 80, 'the board renders cards that are out of sight')

  // The list scrolls, its head and the other columns stay.
  const head = page.locator('[data-column=APPLIED] h2')
  const where = await head.boundingBox()
  await list.evaluate((l) => l.scrollTo(0, l.scrollHeight))
  await comes('the last card', async () => (await cards.allInnerTexts()).some((t) => /Position 0\b/.test(t)))
  assert.deepEqual(await head.boundingBox(), where)
  assert.equal(await page.locator('[data-scroll=board-INTERVIEW]').evaluate((l) => l.scrollTop), 0)

  // By mouse from the end of a list to a column beyond the edge of the board, which scrolls there.
  const last = cards.last()
  const id = await last.getAttribute('data-application')
  const from = await last.boundingBox()
  await page.mouse.move(from.x + 60, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 90, from.y + 30, { steps: 4 })
  await appears(page.locator('body > [data-dragging]'))
  await page.mouse.move(1355, from.y, { steps: 6 })
  const ghosted = page.locator('[data-column=GHOSTED]')
  await comes('the board has scrolled to its end', async () => {
    const box = await ghosted.boundingBox()
    return box && box.x + box.width < 1366
  })
  const target = await ghosted.boundingBox()
  await page.mouse.move(target.x + 100, target.y + 120, { steps: 4 })
  await appears(ghosted.locator('[data-over]'))
  await page.mouse.up()
  await appears(ghosted.locator(`[data-application="${id}"]`))
  await comes('the service knows', async () => (await status(id)) === 'GHOSTED')

  // Escape puts a card back.
  await page.locator('[data-scroll=board]').evaluate((b) => b.scrollTo(0, 0))
  await list.evaluate((l) => l.scrollTo(0, 0))
  const first = page.locator('[data-column=APPLIED] [data-index="0"] [data-application]')
  const top = await first.getAttribute('data-application') // once the list has rendered its begin
  const box = await first.boundingBox()
  await page.mouse.move(box.x + 60, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 200, { steps: 6 })
  await appears(page.locator('body > [data-dragging]'))
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await comes('the card is back', async () => (await first.getAttribute('data-application')) === top)
  assert.equal(await status(top), 'APPLIED')

  // By keyboard further down than is rendered at first.
  await first.focus()
  await page.keyboard.press('Space')
  await appears(page.locator('[data-column=APPLIED] [data-dragging]'))
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowDown')
  await appears(page.getByText('Applied, place 31 of 399.'))
  await page.keyboard.press('Space')
  await comes('the card keeps the focus', () =>
    page.evaluate((id) => document.activeElement?.getAttribute('data-application') === id, top))
  const order = async () => (await who.call('GET', '/applications?status=APPLIED&sort=board&size=100')).content.map((a) => a.id)
  await comes('the order is kept', async () => (await order())[30] === top)

  await onPhone(stage, who)
}

/** By touch: a swipe scrolls the column, holding lifts the card. */
async function onPhone(stage, who) {
  const page = await stage.as(who, { phone: true, trace: false })
  await page.goto('/tracker')
  const card = page.locator('[data-column=APPLIED] [data-application]').nth(1)
  await page.locator('[data-column=APPLIED]').evaluate((c) => c.scrollIntoView({ inline: 'start' }))
  await appears(card)
  await settled(page)
  await stage.accessible(page, 'a board of 500 on a phone')
  const id = await card.getAttribute('data-application')
  const fingers = await page.context().newCDPSession(page)
  const touch = (type, ...at) => fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y]) => ({ x, y })) })
  const from = await card.boundingBox()
  await touch('touchStart', [from.x + 80, from.y + 20])
  await appears(page.locator('body > [data-dragging]'))
  // To the right edge, where the board scrolls on.
  for (let i = 1; i <= 5; i++) await touch('touchMove', [from.x + 80 + (375 - from.x - 80) * (i / 5), from.y + 20])
  await appears(page.locator('[data-column=SCREENING] [data-over]'))
  await touch('touchEnd')
  await comes('the service knows', async () => (await who.call('GET', `/applications/${id}`)).status !== 'APPLIED')
}
