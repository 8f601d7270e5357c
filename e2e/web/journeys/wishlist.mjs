import assert from 'node:assert/strict'
import { appears, comes, counts, vanishes } from '../expect.mjs'

/** Saved is one wishlist: in search, on the Saved page and in the board's first column. */
export default async function (stage) {
  const who = await stage.person()
  const { content } = await who.call('GET', '/jobs?size=3')
  const [elsewhere, here] = content
  // Saved by another client before the person opens the app.
  await who.call('PUT', `/jobs/saved/${elsewhere.id}`)

  const page = await stage.as(who)
  await page.goto('/saved')
  await appears(page.locator(`[data-job="${elsewhere.id}"]`))
  await page.goto('/tracker')
  const column = page.locator('[data-column=SAVED] [data-application]')
  await counts(column, 1)

  await page.goto(`/find?job=${here.id}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await appears(page.getByRole('button', { name: 'Remove from saved' }))
  await appears(page.getByText(/^“.+” is saved for later\.$/)) // the button does not wait for the answer

  // Company pages and the home page mark what is saved and what is tracked.
  if (here.company.slug) {
    await page.goto(`/companies/${here.company.slug}`)
    await appears(page.locator(`[data-job="${here.id}"]`).getByRole('img', { name: 'Saved' }))
  }
  await page.goto('/')
  await appears(page.locator(`[data-job="${here.id}"]`).getByRole('img', { name: 'Saved' }))

  await page.goto('/saved')
  await counts(page.locator('[data-job]'), 2)
  await page.getByRole('button', { name: `Remove ${here.title} from saved` }).click()
  await vanishes(page.locator(`[data-job="${here.id}"]`))
  await page.getByRole('button', { name: 'Undo' }).click()
  await appears(page.locator(`[data-job="${here.id}"]`))

  // Applied to: no longer on the wishlist, and the same card.
  await page.goto(`/find?job=${here.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mark as applied' }).click()
  await appears(page.getByRole('link', { name: 'On your board: Applied' }))
  // The page shows the move before the server has it.
  await comes('the server has it', async () => (await who.call('GET', '/applications?status=APPLIED')).totalElements === 1)
  const list = await who.call('GET', '/applications')
  assert.equal(list.totalElements, 2, 'applying to a saved posting makes no second card')
  const { content: saved } = await who.call('GET', '/jobs/saved')
  assert.deepEqual(saved.map((s) => s.job.id), [elsewhere.id], 'job search keeps what its own clients saved')

  // It was a mistake: the same card is saved again, and nothing says that it was ever sent.
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'I did not apply after all' }).click()
  await appears(page.getByRole('button', { name: 'Remove from saved' }))
  const { content: cards } = await who.call('GET', '/applications?status=SAVED')
  assert.equal(cards.length, 2)
  const card = await who.call('GET', `/applications/${cards.find((a) => a.jobPostId === here.id).id}`)
  assert.equal(card.appliedAt, null)
  assert.deepEqual(card.timeline.map((t) => t.status), ['SAVED'])
}
