import assert from 'node:assert/strict'
import { appears, comes, leads } from '../expect.mjs'

/** Saving while signed out is done after signing in, and the search is still there. */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.window()
  await page.goto('/find?keyword=engineer&workplaceType=remote')
  await page.locator('[data-job]').first().click()
  const title = await page.locator('article h2').innerText()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await leads(page, '**/login?**')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await leads(page, '**/find?**')
  await appears(page.locator('article h2').filter({ hasText: title }))
  const saved = await comes('the posting is saved', async () => {
    const { content } = await who.call('GET', '/applications?status=SAVED')
    return content.length > 0 && content
  })
  assert.equal(saved.length, 1)
  const address = new URL(page.url())
  assert.equal(address.searchParams.get('keyword'), 'engineer')
  assert.equal(address.searchParams.get('workplaceType'), 'remote')
  assert.equal(address.searchParams.get('then'), null)
}
