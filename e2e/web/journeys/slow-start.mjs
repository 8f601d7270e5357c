import assert from 'node:assert/strict'
import { appears, comes, counts, vanishes } from '../expect.mjs'

/** Before the app has loaded, a search shows its first postings and opens them. People who are signed in wait for their own list. */
export default async function (stage) {
  const page = await stage.window({ phone: true })
  let release
  const released = new Promise((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  // On a busy machine job search may take longer than the page waits for its postings.
  const open = () => comes('the page has its first postings', async () => {
    const answer = await page.goto('/find?workplaceType=remote', { waitUntil: 'commit' })
    return (await answer.text()).includes('class="first"')
  })
  await open()
  const first = page.locator('.first a')
  await counts(first, 10)
  const { content } = await (await page.request.get('/jobs?workplaceType=remote&size=10')).json()
  assert.deepEqual(await first.locator('b').allInnerTexts(), content.map((job) => job.title), 'they are those of the search')
  await first.nth(1).click({ noWaitAfter: true })
  await page.waitForURL(`**/find?job=${content[1].id}&workplaceType=remote`, { waitUntil: 'commit' })
  release()
  await appears(page.getByRole('heading', { name: content[1].title, exact: true }).first())

  // The app takes the list over while it searches, and then shows its own.
  let answer
  const answered = new Promise((resolve) => {
    answer = resolve
  })
  await page.route('**/jobs?**', async (route) => {
    await answered
    await route.continue()
  })
  await open()
  await appears(page.locator('#results .first a').first())
  answer()
  await appears(page.locator('[data-job]').first())
  await vanishes(first.first())

  const own = await stage.as(await stage.person(), { phone: true, expect: ['offline'] })
  await own.route('**/assets/*.js', (route) => route.abort())
  await own.goto('/find')
  await appears(own.locator('.boot-mark'))
  assert.equal(await own.locator('.first').isVisible(), false, 'a list that ignores the rules of its reader')
}
