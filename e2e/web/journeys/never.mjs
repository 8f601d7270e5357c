import assert from 'node:assert/strict'
import { appears, comes, vanishes } from '../expect.mjs'

/** Hide a posting and a company, look at what is hidden, take it back, meet what was seen, and read the search as a feed. */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.as(who)
  await page.goto('/find')
  const row = (id) => page.locator(`[data-job="${id}"]`)
  const item = (id) => page.locator('li').filter({ has: row(id) })
  await appears(page.locator('[data-job]').nth(5))
  const { content } = await who.call('GET', '/jobs?size=6')
  const { id, title } = content[1]
  const other = content.find((j) => j.company.name !== content[1].company.name)
  // What the page counts, compared with itself: a crawl may come between it and another request.
  const number = async (what) => {
    const shown = await page.getByText(new RegExp(`^[\\d,]+ ${what}\\b`)).first().innerText()
    return Number(shown.replaceAll(/\D/g, ''))
  }
  const before = await number('postings')

  // A posting, from its row.
  // The list changes before the server has answered.
  let answer
  const mayAnswer = new Promise((resolve) => (answer = resolve))
  await page.route('**/jobs/rules', async (route) => {
    if (route.request().method() === 'POST') await mayAnswer
    await route.continue()
  })
  await item(id).hover()
  await page.getByRole('button', { name: `Hide or keep ${title}` }).first().click()
  await page.getByRole('menuitem', { name: 'Hide this posting' }).click()
  await vanishes(row(id))
  assert.equal(await number('postings'), before - 1)
  answer()
  await appears(page.getByText('1 hidden'))
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await appears(row(id))
  await appears(item(id).getByText('Hidden', { exact: true }))
  await stage.accessible(page, 'a list with a hidden posting')
  await item(id).getByRole('button', { name: `Show ${title} again` }).click()
  await vanishes(page.getByText('1 hidden'))
  await appears(page.getByText(`“${title}” is no longer hidden.`))
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await appears(page.getByText('1 hidden'))
  await page.getByRole('button', { name: 'Hide again', exact: true }).click()
  await vanishes(row(id))

  // A company, from its posting; its facet is gone with it, and comes back.
  await row(other.id).click()
  await appears(page.locator('article h2').filter({ hasText: other.title }))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: `Never show ${other.company.name}` }).click()
  await vanishes(row(other.id))
  await comes('the company is counted as hidden', async () => (await number('hidden')) > 1)
  await appears(page.getByText(`“${other.company.name}” is hidden from now on.`))
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await appears(page.getByText('1 hidden'))
  await appears(row(other.id))

  // What was opened is seen, here and on other devices, and can be left out.
  const next = content.find((j) => j.id !== id && j.id !== other.id)
  await row(next.id).click()
  await appears(row(other.id).getByText('Seen', { exact: true }))
  await comes('the server knows', async () => (await who.call('GET', '/jobs/seen')).jobIds.includes(other.id))
  await page.getByRole('switch', { name: 'Hide seen' }).press('Space')
  await vanishes(row(other.id))
  await page.getByRole('switch', { name: 'Hide seen' }).press('Space')
  await appears(row(other.id))

  // The search as a feed: read without a token of the account, replaced, and without what is hidden.
  await page.getByRole('button', { name: 'Saved searches' }).click()
  await page.getByRole('menuitem', { name: 'Feed of this search' }).click()
  const dialog = page.getByRole('dialog')
  const address = await comes('an address', () => dialog.getByLabel('Atom').inputValue().catch(() => ''))
  const feed = await (await fetch(address)).text()
  assert.match(feed, /^<\?xml[^>]*>\s*<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/)
  assert.ok(feed.includes(content[0].id) && !feed.includes(id), 'the feed has what the search shows')
  const json = await (await fetch(await dialog.getByLabel('JSON Feed').inputValue())).json()
  assert.equal(json.version, 'https://jsonfeed.org/version/1.1')
  await dialog.getByRole('button', { name: 'New addresses' }).click()
  await comes('another address', async () => (await dialog.getByLabel('Atom').inputValue()) !== address)
  assert.equal((await fetch(address)).status, 404)
  await page.keyboard.press('Escape')
  await vanishes(dialog)

  // The list in the settings.
  await page.goto('/settings')
  const section = page.locator('#rules')
  await appears(section.getByText(title))
  await section.getByLabel('Name, word or place').fill('manager')
  await section.getByRole('button', { name: 'Add', exact: true }).click()
  await appears(section.getByRole('button', { name: 'Remove manager' }))
  await stage.accessible(page, 'never and always in the settings')
  await section.getByRole('button', { name: 'Remove manager' }).click()
  await vanishes(section.getByRole('button', { name: 'Remove manager' }))
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await appears(section.getByRole('button', { name: 'Remove manager' }))
}
