import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { appears, comes, vanishes } from '../expect.mjs'

/** An application made elsewhere: added, described, planned, exported, imported again. */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.as(who)
  await page.goto('/tracker')
  await appears(page.getByRole('heading', { name: 'Your board is empty' }))
  await page.keyboard.press('n')
  await page.getByLabel('Job title').fill('Harbour Pilot')
  await page.getByLabel('Company').fill('Keel Works')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await appears(page.getByRole('heading', { name: 'Harbour Pilot' }))
  const id = page.url().split('/').pop()
  const details = () => who.call('GET', `/applications/${id}`)

  await page.getByLabel('What happens next').fill('Trial passage')
  await page.getByRole('textbox', { name: 'Day' }).fill('2031-06-15')
  await page.getByLabel('Time, if known').fill('09:30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // 9:30 in Madrid in June is 7:30 UTC; the day stays the same.
  const { nextStep } = await comes('the step is kept', async () => ((await details()).nextStep ? await details() : null))
  assert.deepEqual(nextStep, { label: 'Trial passage', date: '2031-06-15', reminderAt: '2031-06-15T07:30:00Z' })

  await page.getByLabel('Notes').fill('Ask about the tides.')
  await comes('the note is kept', async () => (await details()).notes === 'Ask about the tides.')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Contact').fill('Ines Rook')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await appears(page.getByText('Ines Rook'))
  await page.getByRole('button', { name: /^Status: Applied/ }).click()
  await page.getByRole('menuitem', { name: 'Interview' }).click()
  await comes('the move is kept', async () => (await details()).status === 'INTERVIEW')
  await toasts(page)
  await comes('the move is undone', async () => (await details()).status === 'APPLIED')

  await page.goto('/tracker/table')
  await page.getByRole('button', { name: 'Import and export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  assert.match(csv, /Harbour Pilot/)

  // The check says what the import would do.
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click()
  await page.setInputFiles('input[type=file]', {
    name: 'hunt.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('title,company,status\nBoat Builder,Keel Works,APPLIED\n,Nobody,APPLIED\n'),
  })
  await appears(page.getByText('1 line can be imported'))
  await page.getByRole('button', { name: 'Import 1 line' }).click()
  await vanishes(page.getByRole('dialog'))
  await appears(page.getByRole('link', { name: 'Boat Builder' }))

  await page.goto(`/tracker/${id}`)
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('boats')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await appears(page.getByRole('button', { name: 'Edit tags' }))
  await comes('the tag is kept', async () => (await details()).tags.includes('boats'))
  const before = await details()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete application' }).click()
  await comes('it is deleted', () => who.call('GET', `/applications/${id}`, undefined, [200, 404]).then((a) => a?.id !== id))
  await page.getByRole('button', { name: 'Undo' }).click()
  await appears(page.getByRole('link', { name: 'Harbour Pilot' }))
  assert.deepEqual(await details(), before)
}

/** Toasts leave an open dialog free, on a wide screen and on a phone, and can be used meanwhile. */
async function toasts(page) {
  await page.getByLabel('What happens next').fill('Second trial passage')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const undo = page.getByRole('alert').filter({ hasText: 'moved to Interview' })
  await undo.hover() // it stays under the pointer
  await page.getByRole('button', { name: 'Add', exact: true }).dispatchEvent('click')
  const dialog = page.getByRole('dialog')
  await appears(dialog)
  const wide = page.viewportSize()
  for (const size of [wide, { width: 390, height: 700 }, { width: 844, height: 390 }]) {
    await page.setViewportSize(size)
    await undo.hover()
    await comes(`the toasts leave the dialog free at ${size.width} × ${size.height}`, async () => {
      const box = await dialog.boundingBox()
      const shown = await page.getByRole('alert').evaluateAll((all) => all.map((a) => a.getBoundingClientRect()))
      const inside = box.y + box.height <= size.height && box.height > 150
      return shown.length > 0 && inside && shown.every((t) => t.top >= 0 && t.bottom <= box.y)
    })
    await dialog.getByRole('button', { name: 'Schedule' }).click({ trial: true })
  }
  await page.setViewportSize(wide)
  await undo.getByRole('button', { name: 'Undo' }).click()
  await appears(dialog)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await vanishes(dialog)
}
