import assert from 'node:assert/strict'
import { appears, leads } from '../expect.mjs'

/** The longest time from typing a company's name to its postings on the screen. */
const PROMISED = 30_000

/** Somebody adds a company by its name, another by its website, and looks for one that no board knows. */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.as(who)
  // A name that the list does not have is taken along.
  await page.goto('/employers')
  await page.getByRole('searchbox', { name: 'Find an employer' }).fill('Salt & Cedar Kitchens')
  await page.getByRole('link', { name: 'Add “Salt & Cedar Kitchens” as an employer' }).click()
  await leads(page, /\/employers\/add\?name=/)
  assert.equal(await page.getByLabel('Company or website').inputValue(), 'Salt & Cedar Kitchens')
  await byName(page, stage)
  await bySite(page, who)
  await nowhere(page, stage)
}

async function byName(page, stage) {
  const begun = Date.now()
  await find(page, 'Salt & Cedar Kitchens')
  const card = page.getByRole('region', { name: 'Salt & Cedar Kitchens, Lever' })
  await appears(card.getByText('Lever · found by name · 24 postings'))
  assert.equal(await card.getByRole('listitem').count(), 3, 'three titles')
  const looked = Date.now()
  await stage.accessible(page, 'a board that was found')
  const checked = Date.now() - looked // the check is no part of the promise
  await card.getByRole('button', { name: 'Add Salt & Cedar Kitchens at Lever' }).click()
  const postings = page.getByRole('region', { name: 'Postings from Salt & Cedar Kitchens' })
  const [took] = await Promise.all([
    appears(postings.locator('[data-job]').first()).then(() => Date.now() - begun - checked),
    appears(page.getByText('You are following Salt & Cedar Kitchens.')), // a toast, gone after twelve seconds
  ])
  assert.ok(took < PROMISED, `the postings were on the screen after ${took} ms`)
  stage.notes.push(`postings on the screen after ${(took / 1000).toFixed(1)} s`)
  // Who adds an employer follows it, and sees that.
  await appears(card.getByRole('button', { name: 'Following Salt & Cedar Kitchens' }))
  await stage.accessible(page, 'a board that was added')
  await postings.getByRole('link', { name: 'Show all 24 postings' }).click()
  await leads(page, /\/find\?company=/)
  await appears(page.getByText('24 postings', { exact: true }))
  await page.goBack()
  await appears(page.getByText('Added', { exact: true }))
}

/** The website embeds a board of another family; its name and address come along. */
async function bySite(page, who) {
  // The demo's websites are on the server of its boards.
  const { content } = await who.call('GET', '/jobs?size=1')
  const site = new URL('/sites/embedded/smartrecruiters/HafenlichtGmbH/', content[0].url)
  await find(page, site.href)
  const card = page.getByRole('region', { name: 'Hafenlicht GmbH, SmartRecruiters' })
  await appears(card.getByText('SmartRecruiters · linked from the website · 18 postings'))
  await appears(card.getByRole('link', { name: site.host }))
  await card.getByRole('button', { name: 'Add Hafenlicht GmbH at SmartRecruiters' }).click()
  await appears(card.locator('[data-job]').first())
}

async function nowhere(page, stage) {
  await find(page, 'Gullwing Teapots of Nowhere')
  await appears(page.getByText('Nothing found for Gullwing Teapots of Nowhere'))
  const tried = page.getByRole('region', { name: 'What we tried' })
  await appears(tried.getByText('Greenhouse, gullwingteapotsofnowhere'))
  await stage.accessible(page, 'nothing found')
}

async function find(page, query) {
  await page.getByLabel('Company or website').fill(query)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
}
