import assert from 'node:assert/strict'
import { appears, comes, counts, leads, vanishes } from '../expect.mjs'

const EMPLOYER = 'Copper Heron Museum'

/** Somebody asks to be told of new jobs at an employer, gets an alert that says why, acts on it, and mutes the search. */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.as(who)

  // A search that finds nothing yet, with an alert.
  await page.goto(`/find?company=${encodeURIComponent(EMPLOYER)}`)
  await page.getByRole('button', { name: 'Saved searches' }).click()
  await page.getByRole('menuitem', { name: 'Save this search' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Herons')
  await dialog.getByLabel('Alert me to new jobs').selectOption('At once')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await vanishes(dialog)
  await page.getByRole('button', { name: 'Saved searches' }).click()
  await appears(page.getByRole('menuitem', { name: /Herons.*Alerts: at once/s }))

  // One notice, which says which search and which fact matched.
  await add(who)
  const told = await comes('the alert', async () => (await who.call('GET', '/notifications/alerts')).totalElements)
  await page.goto('/inbox')
  const notice = page.locator('[data-notification=JOB_ALERT]').first()
  await appears(notice)
  await appears(notice.getByText(/“Herons”/).first())
  await appears(notice.getByText(/[mM]atches .*Copper Heron Museum/).first())
  await notice.getByRole('link').click()
  await leads(page, /\/alerts\?alert=/)
  await page.getByRole('link', { name: 'All alerts' }).click()
  const hits = page.locator('[data-hit]')
  await counts(hits, told)
  await appears(hits.first().getByText('Matches “Herons”'))
  await stage.accessible(page, 'alerts')

  // Save from the alert.
  await hits.first().getByRole('button', { name: /^Save / }).click()
  await appears(hits.first().getByRole('button', { name: /^Remove .* from saved$/ }))

  // Never show the company again, and undo that.
  await act(page, hits, `Never show ${EMPLOYER}`)
  const never = page.getByRole('alert').filter({ hasText: EMPLOYER })
  await comes('the entry', async () => (await who.call('GET', '/jobs/rules')).items.length === 1)
  await never.getByRole('button', { name: 'Undo' }).click()
  await comes('no entry', async () => (await who.call('GET', '/jobs/rules')).items.length === 0)

  // Mute, undo, mute for good.
  await act(page, hits, 'Mute this search for a week')
  await appears(page.getByText(/^This search is muted until/).first())
  const said = page.getByRole('alert').filter({ hasText: 'No alerts for “Herons” for now.' })
  await said.getByRole('button', { name: 'Undo' }).click()
  await vanishes(page.getByText(/^This search is muted until/).first())
  await act(page, hits, 'Mute this search for good')
  await appears(page.getByText('This search is muted.').first())
  const { items } = await who.call('GET', '/jobs/filters/saved')
  assert.match(items[0].alert.mutedUntil, /^9999/)

  // Open the search to change it.
  await act(page, hits, 'Open the search to widen or narrow it')
  await leads(page, /\/find\?company=/)

  // The mail says why, too, and leads to the alert.
  const mail = await comes('the mail', async () => (await who.mails()).find((m) => /new jobs? for “Herons”|^New job:/.test(m.subject)))
  const { text } = await who.call('GET', `/mailbox/messages/${mail.id}`)
  assert.match(text, /Matches “Herons”:.*Copper Heron Museum/)
  assert.match(text, /\/alerts\?alert=/)

  // Turned off, the search stays in the settings, and is turned on again there.
  await page.goto('/settings#alerts')
  const rhythm = page.getByRole('combobox', { name: 'Alerts for Herons' })
  const choose = async (label) => {
    await rhythm.click()
    await page.getByRole('option', { name: label }).click()
  }
  const kept = async () => (await who.call('GET', '/jobs/filters/saved')).items[0].alert?.rhythm
  await choose('Off')
  await comes('the alert is off', async () => (await kept()) === undefined)
  await appears(page.getByText(/^Alerts are off for all your saved searches/))
  await page.reload()
  await comes('the search is listed as off', async () => (await rhythm.inputValue()) === 'Off')
  await choose('Every day')
  await comes('the alert is on', async () => (await kept()) === 'DAILY')

  await page.getByLabel('Quiet hours').click()
  await appears(page.getByRole('combobox', { name: 'Until' }))
  await comes('the quiet hours are kept', async () => (await who.call('GET', '/notifications/alert-settings')).quietUntil !== null)
  await page.reload()
  await appears(page.getByRole('combobox', { name: 'Until' }))
}

async function act(page, hits, action) {
  await hits.first().getByRole('button', { name: /^More for / }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** add adds the board of the employer, whose postings are then new. */
async function add(who) {
  const { id } = await who.call('POST', '/jobs/finds', { query: EMPLOYER })
  const find = await comes('the board', async () => {
    const now = await who.call('GET', `/jobs/finds/${id}`)
    return now.status !== 'queued' && now.status !== 'running' && now
  })
  assert.equal(find.boards.length, 1, JSON.stringify(find))
  await who.call('POST', `/jobs/finds/${id}/additions`, { choice: 0 })
}
