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

  await dropped(stage, who, a)

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

/** What is typed after a save, when the connection has dropped, is the text after a reload and not a conflict. */
async function dropped(stage, who, { id }) {
  const page = await stage.as(who, { phone: true, serviceWorkers: 'allow', expect: ['offline'] })
  page.on('dialog', (d) => d.accept())
  await page.goto('/tracker')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const copied = (text) =>
    page.evaluate(async (t) => (await (await caches.match('/copy', { cacheName: 'rolecall-copy' }))?.text())?.includes(t), text)
  await comes('a copy of the board', () => copied('Harbour Pilot'))
  await page.getByRole('link', { name: 'Harbour Pilot' }).click()
  const notes = page.getByLabel('Notes')
  const conflict = page.getByText('unsaved text from before')
  await notes.fill('Saved before the tunnel. ')
  await appears(page.getByRole('status').filter({ hasText: /^Saved$/ }))
  await page.context().setOffline(true)
  await notes.fill('Saved before the tunnel. Typed in it.')
  for (const typed of ['Saved before the tunnel. Typed in it.', 'Saved before the tunnel. Typed in it. And more.']) {
    await notes.fill(typed)
    await page.reload()
    await appears(page.getByText(/Offline: as of/))
    assert.equal(await notes.inputValue(), typed)
    assert.equal(await conflict.count(), 0, 'a conflict although nothing was changed elsewhere')
  }
  await page.context().setOffline(false)
  await comes('the note arrives', async () =>
    (await who.call('GET', `/applications/${id}`)).notes === 'Saved before the tunnel. Typed in it. And more.',
  )
  await appears(page.getByRole('status').filter({ hasText: /^Saved$/ }))
  assert.equal(await conflict.count(), 0, 'a conflict after the connection came back')

  // With everything saved, the copy has the last text too.
  await notes.fill('All saved.')
  await comes('the last text is saved', async () => (await who.call('GET', `/applications/${id}`)).notes === 'All saved.')
  await appears(page.getByRole('status').filter({ hasText: /^Saved$/ }))
  await comes('the copy has it', () => copied('All saved.'))
  await page.context().setOffline(true)
  await page.reload()
  await appears(page.getByText(/Offline: as of/))
  assert.equal(await notes.inputValue(), 'All saved.')
  await page.context().close()
}
