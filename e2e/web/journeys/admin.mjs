import { accessiblePages } from '../accessible.mjs'
import { boards } from '../admin-boards.mjs'
import { system } from '../admin-system.mjs'
import { appears, comes, vanishes } from '../expect.mjs'
import { administrator } from '../person.mjs'
import { unused } from '../totp.mjs'

export const administrates = true // as the one of the demo, see run.mjs

/**
 * An administrator with two-factor authentication starts a run, follows it, edits a company, corrects a posting, acts on a board
 * and looks after the system.
 */
export default async function (stage) {
  const admin = administrator(stage.base)
  await admin.logIn()
  await admin.enrol()
  let unspent = admin.backupCodes[2]
  try {
    const page = await stage.as(admin, { expect: [409, 422] })
    await page.goto('/admin')
    const card = page.locator('[data-kind=enrichment]')
    const dialog = page.getByRole('dialog')
    await mistyped(card, dialog, admin.code() === '123456' ? '654321' : '123456')
    const requested = page.getByRole('row').filter({ hasText: 'Enrichment' }).filter({ hasText: 'By an administrator' })
    await started(card, dialog, admin, requested.first())
    await requested.getByText('Succeeded').first().waitFor({ timeout: 120_000 })
    await appears(card.getByText('Succeeded'))

    await collided(page, admin)
    unspent = admin.backupCodes[1] // the refused start must not have used it up

    await page.getByRole('tab', { name: 'Boards' }).click()
    await appears(page.getByText('Healthy').first())
    const board = page.getByRole('row').filter({ hasText: 'Tarn Labs' })
    await appears(board.getByText(/^in \d+ (minutes|hours)$|^Next pass$/)) // next read
    await appears(board.getByText(/^Every \d+ (min|h|days)$/))
    await appears(board.getByText(/^\d+ requests?, /))
    await appears(board.getByText(/ of 3,600 this hour$/))
    await page.getByRole('tab', { name: 'Employers' }).click()
    const edit = page.getByRole('button', { name: /^Edit / }).first()
    const name = (await edit.getAttribute('aria-label')).replace('Edit ', '')
    await edit.click()
    await page.getByLabel('Headquarters').fill('Lund, Sweden')
    await page.getByLabel('Description').fill('Makes small things well.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await vanishes(page.getByRole('dialog'))
    await page.getByRole('link', { name, exact: true }).first().click()
    await appears(page.getByText('Makes small things well.'))
    await appears(page.getByText('Lund, Sweden'))

    await corrected(page, stage)
    await boards(page, admin, stage)
    await system(page, stage)

    // Others see no administration.
    const guest = await stage.as(await stage.person())
    await guest.goto('/admin')
    await appears(guest.getByRole('heading', { name: 'Administrators only' }))
  } finally {
    await admin.call('POST', '/auth/account/2fa/disable', { totpCode: unspent })
  }
  await accessiblePages(stage, admin, ['/admin', '/admin?tab=boards', '/admin?tab=companies', '/admin?tab=system', '/inbox'])
}

/** A wrong code is refused. A scheduled run in progress is refused before that: then it is tried again when it is over. */
async function mistyped(card, dialog, code) {
  const wrong = dialog.getByText('This code is wrong')
  do {
    await card.getByRole('button', { name: 'Start' }).click()
    await dialog.getByLabel('Code from the app or a backup code').fill(code)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await appears(wrong.or(card.getByText('A run is already in progress')))
  } while (!(await wrong.isVisible()))
}

/** The right code starts the run, unless a scheduled one has begun since: then again when it is over, as no code was used up. */
async function started(card, dialog, admin, run) {
  for (;;) {
    await dialog.getByLabel('Code from the app or a backup code').fill(await unused(admin.secret))
    await dialog.getByRole('button', { name: 'Start' }).click()
    await vanishes(dialog)
    await appears(run.or(card.getByText('A run is already in progress')))
    if (await run.isVisible()) return
    await card.getByRole('button', { name: 'Start' }).click()
  }
}

/** Another run was started first: the page says when, shows its progress, and no code is used up. */
async function collided(page, admin) {
  const card = page.locator('[data-kind=crawl]')
  const dialog = page.getByRole('dialog')
  // The button is disabled while a crawl that another journey requested is in progress.
  await card.getByRole('button', { name: 'Start' }).click({ timeout: 120_000 })
  await dialog.getByLabel('Code from the app or a backup code').fill(admin.backupCodes[1])
  // The other request goes just before, right after the crawler has polled (every five seconds, up to one second late):
  // otherwise its run could be over by then.
  let other
  await page.route(
    '**/jobs/admin/triggers',
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, (6_500 - (Date.now() % 5_000)) % 5_000))
      // 409 if a scheduled one is in progress.
      other = admin.call('POST', '/jobs/admin/triggers', { kind: 'crawl', code: admin.backupCodes[0] }, [202, 409])
      await other.catch(() => undefined) // awaited below
      await route.continue()
    },
    { times: 1 },
  )
  // The demo's crawl is over before the page polls, so answer that it is still running.
  const status = '**/jobs/admin/triggers/status'
  await page.route(status, async (route) => {
    const answer = await route.fetch()
    const now = await answer.json()
    await route.fulfill({
      response: answer,
      json: {
        ...now,
        crawl: { ...now.crawl, status: 'running', finishedAt: null, resultSummary: null, progress: { done: 3, total: 8, note: null } },
      },
    })
  })
  await Promise.all([page.waitForResponse('**/jobs/admin/triggers'), dialog.getByRole('button', { name: 'Start' }).click()])
  await other
  await appears(card.getByText('A run is already in progress'))
  await vanishes(dialog)
  await appears(card.getByRole('progressbar'))
  await appears(card.getByText('3 of 8'))
  await page.unroute(status)
  await card.getByText('Succeeded').waitFor({ timeout: 120_000 })
}

/** A fact is corrected for everybody: visitors see it and find the posting by it; withdrawn, the old fact is back. */
async function corrected(page, stage) {
  const guest = await stage.window()
  const { content } = await (await guest.request.get('/jobs?workplaceType=hybrid&employmentType=part-time&sort=oldest&size=1')).json()
  const { id } = content[0]
  await page.goto(`/find?job=${id}`)
  await page.getByRole('button', { name: 'Facts and sources' }).click()
  await page.getByRole('button', { name: 'Correct facts' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Workplace').selectOption('On-site')
  await dialog.getByText('Everyone', { exact: true }).click()
  await dialog.getByLabel('Skills').fill('Falconry')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await vanishes(dialog)
  await comes('the corrected posting is found', async () => {
    const found = await (await guest.request.get('/jobs?skill=falconry&workplaceType=onsite')).json()
    return found.content.some((job) => job.id === id)
  })
  await guest.goto(`/find?skill=Falconry&job=${id}`)
  await guest.getByRole('button', { name: 'On-site' }).click()
  const panel = guest.getByRole('region', { name: 'Workplace' })
  await appears(panel.getByText('Corrected by an administrator.'))
  await appears(panel.getByText('Without the correction: Hybrid.'))
  await page.getByRole('button', { name: 'On-site' }).click()
  await page.getByRole('region', { name: 'Workplace' }).getByRole('button', { name: 'Withdraw the correction' }).click()
  await appears(page.getByRole('button', { name: 'Hybrid' }))
  await page.goto('/admin?tab=corrections')
  const made = page.getByRole('row').filter({ hasText: 'Falconry' })
  await appears(made.getByText(/^Without the correction: /))
  await stage.accessible(page, 'the corrections for everybody')
  await made.getByRole('button', { name: /^Undo the correction of Skills/ }).click()
  await vanishes(made)
  await page.goto(`/find?job=${id}`)
  await appears(page.getByRole('button', { name: 'Hybrid' }))
  await vanishes(page.getByText('Falconry'))
}
