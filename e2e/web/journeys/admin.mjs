import { accessiblePages } from '../accessible.mjs'
import { appears, vanishes } from '../expect.mjs'
import { administrator } from '../person.mjs'

/** An administrator with two-factor starts a pass, follows it, and edits a company; their pages are accessible. */
export default async function (stage) {
  const admin = administrator(stage.base)
  await admin.logIn()
  await admin.enrol()
  try {
    const page = await stage.as(admin, { expect: [422] })
    await page.goto('/admin')
    const card = page.locator('[data-kind=enrichment]')
    await card.getByRole('button', { name: 'Start' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code from the app, or a backup code').fill(admin.code() === '123456' ? '654321' : '123456')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await appears(dialog.getByText('That code is not right'))
    await dialog.getByLabel('Code from the app, or a backup code').fill(admin.code())
    await dialog.getByRole('button', { name: 'Start' }).click()
    await vanishes(dialog)
    await card.getByText('Succeeded').waitFor({ timeout: 60_000 })
    await appears(page.getByRole('row').filter({ hasText: 'Enrichment' }).first())

    await page.getByRole('tab', { name: 'Boards' }).click()
    await appears(page.getByText('Healthy').first())
    await page.getByRole('tab', { name: 'Companies' }).click()
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

    // Somebody else gets a closed door, whatever they type.
    const guest = await stage.as(await stage.person())
    await guest.goto('/admin')
    await appears(guest.getByRole('heading', { name: 'For administrators' }))
  } finally {
    await admin.call('POST', '/auth/account/2fa/disable', { totpCode: admin.backupCodes[0] })
  }
  await accessiblePages(stage, admin, ['/admin', '/admin?tab=boards', '/admin?tab=companies', '/inbox'])
}
