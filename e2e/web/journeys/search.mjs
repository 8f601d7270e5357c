import assert from 'node:assert/strict'
import { appears, comes, counts, leads, vanishes } from '../expect.mjs'

/** Search, filter, save postings and searches, share, apply; all is in the address and "back" undoes it. */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.as(who)
  await page.goto('/find')
  const found = page.getByText(/^[\d,]+ postings?$/)
  await appears(found)
  const all = await found.innerText()

  // Pauses in typing search for parts of the word; wait for the response to the whole word.
  const answered = page.waitForResponse(
    (r) => new URL(r.url()).pathname === '/jobs' && new URL(r.url()).searchParams.get('keyword') === 'engineer',
  )
  await page.keyboard.press('/')
  await page.keyboard.type('engineer', { delay: 20 })
  await page.keyboard.press('Enter') // closes the suggestions, which cover the filters
  await leads(page, '**/find?keyword=engineer')
  const { totalElements } = await (await answered).json()
  const engineers = `${totalElements} postings`
  assert.notEqual(engineers, all)
  await comes('the postings of the word', async () => (await found.innerText()) === engineers)

  await page.getByRole('complementary').getByLabel('Remote').first().check()
  await leads(page, /workplaceType=remote/)
  await comes('fewer still', async () => (await found.innerText()) !== engineers)
  const chip = page.getByRole('button', { name: 'Remove filter Remote' })
  await appears(chip)
  await page.goBack()
  await leads(page, '**/find?keyword=engineer')
  await vanishes(chip)
  await comes('as many as before', async () => (await found.innerText()) === engineers)
  await page.goForward()
  await appears(chip)

  // Save with the key, undo, save again.
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await appears(save)
  await page.locator('[data-job]').first().focus()
  await page.keyboard.press('s')
  await appears(page.getByText(/^“.+” is saved for later\.$/))
  await page.getByRole('button', { name: 'Undo' }).click()
  await appears(save)
  await save.click()
  await appears(page.getByRole('button', { name: 'Remove from saved' }))

  await page.getByRole('button', { name: 'Save this search' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Remote engineering')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await vanishes(page.getByRole('dialog'))
  await appears(page.getByRole('button', { name: 'Saved', exact: true }))

  // A saved search gets another name; its entries are not covered by what changes it.
  await page.getByRole('button', { name: 'Saved searches' }).click()
  await page.getByRole('menuitem', { name: 'Change or remove search Remote engineering' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Engineering from home')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await vanishes(page.getByRole('dialog'))

  // Move down the list with the key; the address opens the posting for others too.
  await page.keyboard.press('j')
  await leads(page, /job=/)
  const row = await page.locator(`[data-job="${new URL(page.url()).searchParams.get('job')}"]`).innerText()
  const title = await comes('the posting follows', async () => {
    const shown = await page.locator('article h2').innerText()
    return row.includes(shown) && shown
  })
  const stranger = await stage.window()
  await stranger.goto(page.url())
  await comes('the same posting', async () => (await stranger.locator('article h2').innerText()) === title)
  await stranger.close()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mark as applied' }).click()
  await appears(page.getByRole('link', { name: 'On your board: Applied' }))

  await page.goto('/saved')
  await counts(page.locator('[data-job]'), 1)
  await page.goto('/find')
  await page.getByRole('button', { name: 'Saved searches' }).click()
  await page.getByRole('menuitem', { name: /^Engineering from home/ }).first().click()
  await leads(page, /keyword=engineer.*workplaceType=remote|workplaceType=remote.*keyword=engineer/)

  // Loading more at the end of the list does not move what is on the screen.
  await page.goto('/find')
  await counts(page.locator('[data-job]'), 20)
  const tenth = page.locator('[data-job]').nth(9)
  const id = await tenth.getAttribute('data-job')
  await page.getByText('Load more').scrollIntoViewIfNeeded()
  await comes('more postings', async () => (await page.locator('[data-job]').count()) > 20)
  assert.equal(await page.locator('[data-job]').nth(9).getAttribute('data-job'), id)

  await page.goto('/find?keyword=zzzzqqqq')
  await appears(page.getByRole('heading', { name: 'No postings found' }))
  await page.getByRole('button', { name: 'Clear everything' }).click()
  await counts(page.locator('[data-job]'), 20)
}
