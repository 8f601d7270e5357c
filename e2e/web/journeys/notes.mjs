import assert from 'node:assert/strict'
import { appears, comes } from '../expect.mjs'

/** Notes typed in an outage or just before a reload reach the server; a timeline can be corrected. */
export default async function (stage) {
  const who = await stage.person()
  const [a] = await who.applied('Harbour Pilot')
  const details = () => who.call('GET', `/applications/${a.id}`)
  const page = await stage.as(who, { expect: ['offline', 503] })
  page.on('dialog', (d) => d.accept()) // leave although there is unsaved text
  await page.goto(`/tracker/${a.id}`)
  const notes = page.getByLabel('Notes')

  await page.route('**/applications/*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await notes.fill('Typed in an outage.')
  await appears(page.getByText('Not saved yet. Kept here, trying again.'))
  await page.reload()
  await appears(page.getByText('Not saved yet. Kept here, trying again.'))
  assert.equal(await notes.inputValue(), 'Typed in an outage.')
  await page.unroute('**/applications/*')
  await comes('the note arrives', async () => (await details()).notes === 'Typed in an outage.')
  // Before the page has the answer, it takes what is typed next for a change of the older text.
  await appears(page.getByRole('status').filter({ hasText: /^Saved$/ }))

  await notes.fill('Typed just before a reload.')
  await page.reload()
  await appears(notes)
  assert.equal(await notes.inputValue(), 'Typed just before a reload.')
  await comes('the note arrives', async () => (await details()).notes === 'Typed just before a reload.')

  await page.getByRole('button', { name: 'Correct this step: Applied' }).click()
  await page.getByLabel('When it happened').fill('2026-01-15T09:00')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await appears(page.getByText('15 Jan 2026, 09:00 · Corrected'))
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Screening' })
  await page.getByLabel('When it happened').fill('2026-01-20T09:00')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await comes('the step is kept', async () => (await details()).status === 'SCREENING')
  const { timeline, appliedAt } = await details()
  assert.deepEqual(timeline.map((e) => [e.status, e.occurredAt, e.corrected]), [
    ['APPLIED', '2026-01-15T08:00:00Z', true],
    ['SCREENING', '2026-01-20T08:00:00Z', true],
  ])
  assert.equal(appliedAt, '2026-01-15T08:00:00Z')
}
