import assert from 'node:assert/strict'
import { appears, comes, counts, leads, vanishes } from '../expect.mjs'

/** Many applications at once: selected on the board and in the table, moved, tagged, archived, deleted, each with undo. */
export default async function (stage) {
  const who = await stage.person()
  const [a, b, c] = await who.applied('Alder', 'Birch', 'Cedar')
  const page = await stage.as(who)
  const read = (x) => who.call('GET', `/applications/${x.id}`, undefined, [200, 404])
  const undo = () => page.getByRole('button', { name: 'Undo' }).last().click()
  await page.goto('/tracker')
  const card = (x) => page.locator(`[data-application="${x.id}"]`)
  await card(a).focus()
  await page.keyboard.press('x')
  await card(b).click({ modifiers: ['Control'], position: { x: 20, y: 60 } })
  const bar = page.getByRole('toolbar', { name: 'Selected applications' })
  await appears(bar.getByText('2 selected'))
  await bar.getByRole('button', { name: 'Move to' }).click()
  await page.getByRole('menuitem', { name: 'Interview' }).click()
  await appears(page.getByText('2 applications moved.'))
  await comes('both are moved', async () => (await read(a)).status === 'INTERVIEW' && (await read(b)).status === 'INTERVIEW')
  await appears(bar.getByText('2 selected')) // for the next action
  await undo()
  await comes('both are back', async () => (await read(a)).status === 'APPLIED' && (await read(b)).status === 'APPLIED')
  assert.equal((await read(a)).timeline.length, 1, 'an undone move is in the timeline')
  assert.equal((await who.call('GET', '/applications/stats')).responseRate, 0)

  await page.goto('/tracker/table')
  const row = (name) => page.getByRole('row').filter({ hasText: name })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await appears(bar.getByText('3 selected'))
  await bar.getByRole('button', { name: 'Tag' }).click()
  await page.getByLabel('New tag').fill('trees')
  await page.keyboard.press('Enter')
  await comes('all are tagged', async () => (await read(c)).tags.join() === 'trees' && (await read(a)).tags.join() === 'trees')
  await appears(row('Cedar').getByText('trees'))
  await appears(bar.getByText('3 selected'))
  await comes('the toast is above the bar', async () => {
    const toast = await page.getByRole('alert').filter({ hasText: '3 applications tagged.' }).boundingBox()
    return toast !== null && toast.y + toast.height < (await bar.boundingBox()).y
  })
  await bar.getByRole('button', { name: 'Clear the selection' }).click()
  await vanishes(bar)

  const archive = async () => {
    await page.getByRole('checkbox', { name: 'Select Cedar' }).check()
    await bar.getByRole('button', { name: 'Archive' }).click()
    await appears(page.getByText('1 application archived.').last())
    await vanishes(bar)
    await counts(page.getByRole('link', { name: /^(Alder|Birch|Cedar)$/ }), 2)
  }
  await archive()
  await undo() // at once: the offer does not last
  await comes('it is back', async () => (await read(c)).archivedAt === null)
  await counts(page.getByRole('link', { name: /^(Alder|Birch|Cedar)$/ }), 3)
  await archive()
  await page.getByRole('switch', { name: 'Archived' }).click({ force: true })
  await counts(page.getByRole('link', { name: /^(Alder|Birch|Cedar)$/ }), 1)
  await who.call('PATCH', `/applications/${c.id}`, { archived: false }) // back for what follows

  await page.goto('/tracker/table?tag=trees')
  await page.getByRole('checkbox', { name: 'Select Alder' }).check()
  await page.getByRole('checkbox', { name: 'Select Birch' }).check()
  const before = await Promise.all([read(a), read(b)])
  await bar.getByRole('button', { name: 'Delete' }).click()
  await counts(page.getByRole('link', { name: /^(Alder|Birch|Cedar)$/ }), 1)
  await undo()
  await counts(page.getByRole('link', { name: /^(Alder|Birch|Cedar)$/ }), 3)
  assert.deepEqual(await Promise.all([read(a), read(b)]), before)

  await columnsAndViews(page)
}

/** Columns are sorted and chosen, and the whole is kept as a view. */
async function columnsAndViews(page) {
  const titles = () => page.getByRole('link', { name: /^(Alder|Birch|Cedar)$/ }).allInnerTexts()
  await page.goto('/tracker/table')
  await page.getByRole('button', { name: /^Sort by Position/ }).click()
  await comes('ascending', async () => (await titles()).join() === 'Alder,Birch,Cedar')
  await page.getByRole('button', { name: /^Position, sorted ascending/ }).click()
  await comes('descending', async () => (await titles()).join() === 'Cedar,Birch,Alder')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Company', exact: true }).click()
  await page.keyboard.press('Escape')
  await appears(page.getByRole('button', { name: 'Sort by Company' }))
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Name of the view').fill('By tree')
  await page.keyboard.press('Enter')
  await appears(page.getByText('View “By tree” saved.'))

  // The palette leads to the view, to an application and to an action.
  await page.goto('/')
  await appears(page.getByRole('button', { name: 'Search everything' })) // before that nobody listens for keys
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search everything' })
  await field.fill('by tree')
  await appears(page.getByRole('option', { name: /By tree/ }))
  await page.keyboard.press('Enter')
  await leads(page, '**/tracker/table?**')
  await comes('the view is as it was kept', async () => (await titles()).join() === 'Cedar,Birch,Alder')
  await appears(page.getByRole('button', { name: 'Sort by Company' }))
  await page.getByRole('button', { name: 'Search everything' }).click()
  await field.fill('birch')
  await appears(page.getByRole('option', { name: /^Birch/ }).first())
  await page.keyboard.press('Enter')
  await appears(page.getByRole('heading', { name: 'Birch' }))
  await page.keyboard.press('Control+k')
  await field.fill('add appl')
  await appears(page.getByRole('option', { name: /^Add application/ }).first())
  await page.keyboard.press('Enter')
  await appears(page.getByRole('dialog').getByLabel('Job title'))
}
