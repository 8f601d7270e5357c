import assert from 'node:assert/strict'
import { appears, comes, leads, vanishes } from '../expect.mjs'

/** A search understands parts of words, plurals, typos, filters and amounts, and shows how. */
export default async function (stage) {
  const page = await stage.window()
  await page.goto('/find')
  const field = page.getByLabel('Search for jobs')
  const found = page.getByText(/^[\d,]+ postings?$/)
  await appears(found)

  /** search types words and waits until their postings are on the screen. */
  const search = async (words) => {
    const answered = page.waitForResponse(
      (r) => new URL(r.url()).pathname === '/jobs' && new URL(r.url()).searchParams.get('keyword') === words,
    )
    await field.fill(words)
    await field.press('Enter')
    const answer = await (await answered).json()
    const shown = `${answer.totalElements.toLocaleString('en-GB')} ${answer.totalElements === 1 ? 'posting' : 'postings'}`
    await comes(
      `the postings for ${words}`,
      async () => (await found.innerText()) === shown && (await page.locator('section[data-stale]').count()) === 0,
    )
    return answer
  }
  for (const words of ['engineer', 'enginee', 'engineers']) {
    assert.ok((await search(words)).totalElements > 0, words)
    await appears(page.locator('[data-job] mark').first())
  }
  // Marks in titles speak for themselves; what was found in the description says so.
  assert.equal(await page.getByText('all words in the title').count(), 0)
  await search('engineer python')
  await appears(page.getByText('words in the description').or(page.getByText('some words in the title')).first())

  // A typo is corrected, and the correction can be undone.
  assert.ok((await search('kuberntes')).totalElements > 0)
  await appears(page.locator('strong', { hasText: 'kubernetes' }))
  await appears(page.locator('article mark').first())
  await page.getByRole('button', { name: 'Search for kuberntes instead' }).click()
  await leads(page, /correct=false/)
  await appears(page.getByRole('heading', { name: 'No postings found' }))
  // Without postings there are still all the workplaces to choose from.
  const filters = page.getByRole('complementary')
  const workplaces = filters.locator('section').filter({ has: page.getByRole('heading', { name: 'Workplace' }) }).locator('label')
  await comes('workplaces without postings', async () => {
    const labels = await workplaces.allInnerTexts()
    return labels.map((l) => l.replace(/\s/g, '')).join() === 'Remote0,Hybrid0,On-site0'
  })

  // Words that name a filter act as one, until they are searched for as words.
  await search('remote python')
  await appears(page.getByText('remote → Workplace: Remote'))
  await page.getByRole('button', { name: 'Search for the word “remote” instead' }).click()
  await leads(page, /keyword=%22remote%22\+python/)
  await vanishes(page.getByText('remote → Workplace: Remote'))
  assert.equal(await field.inputValue(), '"remote" python')
  await search('remote java')
  await page.getByRole('button', { name: 'Remove filter Workplace: Remote' }).click()
  await leads(page, '**/find?keyword=java')

  // What was understood is ticked. A second value makes both a filter, and finds as many as the counts say.
  const counted = page.waitForResponse((r) => {
    const { pathname, searchParams } = new URL(r.url())
    return pathname === '/jobs/facets' && searchParams.get('keyword') === 'remote engineer'
  })
  const { totalElements: remote } = await search('remote engineer')
  const hybrid = (await (await counted).json()).workplaceTypes.find((w) => w.value === 'hybrid').count
  await appears(filters.getByRole('checkbox', { name: /^Remote/, checked: true }))
  const both = filters.getByRole('checkbox', { name: /^Hybrid/ })
  await comes('the counts of this search', () =>
    both.evaluate((box, n) => Number(box.labels[0].innerText.match(/\d+/)[0]) === n, hybrid),
  )
  await both.click()
  await leads(page, /keyword=engineer&workplaceType=remote&workplaceType=hybrid$/)
  await comes('remote and hybrid postings', async () => (await found.innerText()) === `${remote + hybrid} postings`)
  await both.click()
  await comes('remote postings alone', async () => (await found.innerText()).startsWith(`${remote} posting`))
  await page.getByRole('button', { name: 'Clear filters' }).click()

  // A sentence: words that only make it one are not searched for, unless somebody asks for them.
  assert.ok((await search('engineer jobs in germany not java')).totalElements > 0)
  await appears(page.getByText('germany → Place: Germany'))
  await appears(page.getByText('not java → Without “java”'))
  await stage.accessible(page, 'a sentence that was understood')
  await page.getByRole('button', { name: 'Search for “jobs” too' }).click()
  await leads(page, /keyword=engineer\+%22jobs%22\+in/)

  // A typed amount is that of the filter, and offers the postings without pay.
  await search('engineer 80k')
  await appears(page.getByText(/^80k → Pay from \D+80,000$/))
  assert.equal(await filters.getByLabel('Yearly pay from').inputValue(), '80,000')
  await filters.getByLabel('Only postings that state their pay').uncheck()
  await leads(page, /keyword=engineer&compensationMin=80000&compensationCurrency=[A-Z]{3}&includeUnpriced=true$/)
  await page.getByRole('button', { name: 'Clear filters' }).click()

  // The fields complete what is typed.
  await field.fill('')
  await leads(page, /\/find$/)
  await field.pressSequentially('kube')
  await appears(page.getByRole('option', { name: /^Kubernetes [\d,]+$/ }))
  await stage.accessible(page, 'suggestions')
  await page.getByRole('option', { name: /^Kubernetes [\d,]+$/ }).click()
  await leads(page, '**/find?skill=Kubernetes')
  assert.equal(await field.inputValue(), '')
  const place = page.getByLabel('Place', { exact: true })
  await place.pressSequentially('berl')
  await appears(page.getByRole('option', { name: /^Berlin/ }).first())
  const names = await page.getByRole('option').allInnerTexts()
  assert.equal(names.filter((n) => /^Berlin(, Germany)?\s/.test(n)).length, 1, `one entry for Berlin: ${names}`)
  await place.press('Enter')
  await leads(page, /location=Berlin/)
  await page.getByLabel('Distance').selectOption('50km')
  await leads(page, /near=Berlin.*within=50km/)
  // Another page and back: the search is still there, and can be cleared.
  await page.getByRole('link', { name: 'Rolecall' }).first().click()
  await leads(page, /\/$/)
  await page.getByRole('navigation').getByRole('link', { name: 'Find jobs' }).first().click()
  await leads(page, /near=Berlin.*within=50km/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await leads(page, /\/find$/)

  // The currency is that of the country that is searched.
  await page.goto('/find?location=Switzerland')
  assert.equal(await filters.getByLabel('Currency').inputValue(), 'CHF')
  await page.goto('/find?keyword=engineer+switzerland+80k')
  await appears(page.getByText(/^80k → Pay from CHF\s80,000$/))
  await page.goto('/find')

  // Pay in common spelling; postings that state none can be included.
  await page.getByRole('complementary').getByLabel('Yearly pay from').fill('40k')
  await page.keyboard.press('Enter')
  await leads(page, /compensationMin=40000&compensationCurrency=[A-Z]{3}$/)
  await appears(page.getByText('A pay range counts if it reaches this amount.'))
  const priced = await found.innerText()
  await page.getByRole('complementary').getByLabel('Only postings that state their pay').uncheck()
  await leads(page, /includeUnpriced=true/)
  await comes('postings without pay too', async () => (await found.innerText()) !== priced)
  await page.getByRole('button', { name: 'Clear filters' }).click()

  // Similar jobs, and hiding the company.
  await search('scientist')
  await appears(page.locator('article h2'))
  const posting = page.getByRole('region', { name: 'Posting' })
  await comes('others like it', async () => {
    await posting.evaluate((e) => e.scrollTo(0, e.scrollHeight))
    return page.getByRole('region', { name: 'Similar jobs' }).isVisible()
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Hide this company' }).click()
  await leads(page, /excludeCompany=/)
  await appears(page.getByRole('button', { name: /^Remove filter Not from / }))
  await page.getByRole('button', { name: 'Undo' }).click()
  await leads(page, '**/find?keyword=scientist')
}
