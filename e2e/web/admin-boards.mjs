import assert from 'node:assert/strict'
import { appears, comes, vanishes } from './expect.mjs'
import { unused } from './totp.mjs'

const NAME = 'Bramble Fen Ferries'

/** An administrator adds a board, pauses, resumes and reads it, sees its history, and deletes it with a code. */
export async function boards(page, admin, stage) {
  const id = await added(admin)
  await page.goto('/admin?tab=boards')
  await page.getByLabel('Find a board').fill(NAME)
  const row = page.getByRole('row').filter({ hasText: NAME })
  await choose(page, row, 'Pause')
  await appears(row.getByText('Paused'))
  await page.getByRole('button', { name: 'Paused (1)' }).click()
  await appears(row.getByText('Paused'))
  await page.getByRole('button', { name: 'Paused (1)', pressed: true }).click()
  await choose(page, row, 'Resume')
  await appears(row.getByText('Healthy'))
  await appears(page.getByRole('button', { name: 'Failing (0)' }))
  await row.getByRole('button', { name: `History of ${NAME}` }).click()
  const drawer = page.getByRole('dialog')
  // A scheduled pass may read it too.
  const line = drawer.getByText(/^\d+ of the last \d+ reads? succeeded\.$/)
  const reads = async () => {
    const [succeeded, all] = (await line.innerText()).match(/\d+/g).map(Number)
    return succeeded === all && all
  }
  const before = await comes('it was read', reads)
  await drawer.getByRole('button', { name: 'Read now' }).click()
  await comes('it was read again', async () => (await reads()) > before)
  await stage.accessible(page, 'the history of a board')

  await drawer.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Delete the board' })
  await appears(dialog.getByText('Its 7 open postings are closed and can no longer be found by searching.'))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByLabel('Code from the app or a backup code').fill(await unused(admin.secret))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await vanishes(dialog)
  await vanishes(row)
  await comes('the postings are closed', async () => (await open(admin)) === 0)
  await admin.call('GET', `/jobs/admin/targets/${id}`, undefined, [404])
  await added(admin) // it comes back with its postings
  await comes('the postings are open again', async () => (await open(admin)) === 7)
}

const open = async (admin) => (await admin.call('GET', `/jobs?company=${encodeURIComponent(NAME)}`)).totalElements

async function choose(page, row, action) {
  await row.getByRole('button', { name: `Actions for ${NAME}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** added looks for the board and adds it, and returns the id of its pull target. */
async function added(admin) {
  const { id } = await admin.call('POST', '/jobs/finds', { query: NAME })
  const find = () => admin.call('GET', `/jobs/finds/${id}`)
  const found = await comes('the board is found', async () => ((await find()).status === 'succeeded' ? find() : null))
  assert.equal(found.boards[0]?.state, 'new', 'the board is not there yet')
  await admin.call('POST', `/jobs/finds/${id}/additions`, { choice: 0 })
  await comes('the board is added', async () => (await find()).boards[0].state === 'added')
  const { content } = await admin.call('GET', `/jobs/admin/targets?q=${encodeURIComponent(NAME)}`)
  return content[0].id
}
