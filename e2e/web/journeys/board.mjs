import assert from 'node:assert/strict'
import { appears, comes } from '../expect.mjs'
import { settled } from '../stage.mjs'

/** Cards move by mouse, by keyboard and by menu (by touch: large-board); each move can be undone. */
export default async function (stage) {
  const who = await stage.person()
  const [mouse, keyboard, menu] = await who.applied('Moved by Mouse', 'Moved by Keyboard', 'Moved by Menu')
  const page = await stage.as(who)
  await page.goto('/tracker')
  const column = (status) => page.locator(`[data-column=${status}]`)
  const card = (a) => page.locator(`[data-application="${a.id}"]`)
  const status = async (a) => (await who.call('GET', `/applications/${a.id}`)).status

  await appears(card(mouse))
  await settled(page)
  const from = await card(mouse).boundingBox()
  const to = await column('SCREENING').boundingBox()
  await page.mouse.move(from.x + 60, from.y + from.height - 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 80, from.y + from.height, { steps: 4 })
  await appears(page.locator('[data-dragging]'))
  await page.mouse.move(to.x + to.width / 2, to.y + 90, { steps: 12 })
  await appears(column('SCREENING').locator('[data-over]'))
  await page.mouse.up()
  await page.getByRole('button', { name: 'Undo' }).hover() // keeps the message from disappearing
  await appears(column('SCREENING').locator(`[data-application="${mouse.id}"]:not([data-dragging])`))
  await comes('the service knows', async () => (await status(mouse)) === 'SCREENING')
  await page.getByRole('button', { name: 'Undo' }).click()
  await appears(page.getByRole('alert').getByText(/^Move undone: .* is back in Applied\.$/))
  await appears(column('APPLIED').locator(`[data-application="${mouse.id}"]`))
  await comes('the service knows', async () => (await status(mouse)) === 'APPLIED')
  const { timeline } = await who.call('GET', `/applications/${mouse.id}`)
  assert.deepEqual(timeline.map((e) => e.status), ['APPLIED'], 'an undone move is in the timeline')
  assert.equal((await who.call('GET', '/applications/stats')).responseRate, 0, 'an undone move counts as an answer')

  await card(keyboard).focus()
  await page.keyboard.press('Space')
  await appears(page.locator('[data-dragging]'))
  await page.keyboard.press('ArrowRight')
  await appears(column('SCREENING').locator('[data-over]'))
  await page.keyboard.press('ArrowRight')
  await appears(column('INTERVIEW').locator('[data-over]'))
  await page.keyboard.press('Space')
  await appears(column('INTERVIEW').locator(`[data-application="${keyboard.id}"]:not([data-dragging])`))
  await comes('the service knows', async () => (await status(keyboard)) === 'INTERVIEW')

  await page.getByRole('button', { name: 'Actions for Moved by Menu' }).click()
  await page.getByRole('menuitem', { name: 'Rejected' }).click()
  await appears(column('REJECTED').locator(`[data-application="${menu.id}"]`))
  await comes('the service knows', async () => (await status(menu)) === 'REJECTED')

  await page.goto('/tracker/table?status=INTERVIEW')
  await appears(page.getByRole('link', { name: 'Moved by Keyboard' }))
  assert.equal(await page.getByRole('link', { name: 'Moved by Mouse' }).count(), 0)
  await page.goto('/tracker/stats')
  await appears(page.getByRole('heading', { name: 'The charts appear once you have sent 5 applications' }))
}
