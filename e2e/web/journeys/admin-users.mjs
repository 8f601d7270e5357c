import assert from 'node:assert/strict'
import { accessiblePages } from '../accessible.mjs'
import { appears, comes, vanishes } from '../expect.mjs'
import { needed, Person } from '../person.mjs'

/** An administrator with two-factor authentication confirms, resets, disables, enables and deletes users, and sees it on record. */
export default async function (stage) {
  const admin = await otherAdministrator(stage.base)
  await admin.enrol()
  const codes = [...admin.backupCodes]
  const spare = codes.pop()
  const user = await stage.person()
  try {
    const page = await stage.as(admin, { expect: [422] })
    await page.goto('/admin?tab=users')
    await confirmed(page, stage, codes)

    await open(page, user.email)
    await appears(page.getByText('Where this user is signed in.'))
    await act(page, 'Reset password', codes)
    await appears(page.getByText('Not signed in anywhere.'))
    await user.call('POST', '/auth/login', { email: user.email, password: user.password }, [401])
    await comes('the mail', async () => (await user.mails()).some((m) => m.subject === 'Choose a new password'))
    await act(page, 'Disable account', codes)
    await appears(page.getByText('Disabled', { exact: true }).first())
    await act(page, 'Enable account', codes)
    await appears(page.getByRole('button', { name: 'Disable account' }))

    await page.getByRole('link', { name: 'Audit log of this user' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Account disabled' })
    await appears(row.getByText(`by: ${admin.email}`))
    await row.getByRole('link', { name: user.email }).click()
    await act(page, 'Delete account', codes, user.email)
    await appears(page.getByLabel('Find a user by name or email'))
    await search(page, user.email)
    await appears(page.getByText('No users found'))

    await open(page, admin.email)
    await appears(page.getByText('This is your own account.'))
    assert.equal(await page.getByRole('button', { name: 'Delete account' }).count(), 0)
    await accessiblePages(stage, admin, ['/admin?tab=users', new URL(page.url()).pathname])
  } finally {
    await admin.call('POST', '/auth/account/2fa/disable', { totpCode: spare })
  }
}

/** The demo's administrator belongs to another journey, which ends that administrator's other sessions. */
async function otherAdministrator(base) {
  const admin = new Person(base, 'users')
  admin.email = needed('AUTH_ADMIN_EMAILS').split(',')[0]
  const { email, password } = admin
  if (await admin.call('POST', '/auth/login', { email, password }, [200, 401]).then((l) => l.token)) await admin.logIn()
  else await admin.join()
  return admin
}

/** Somebody whose code does not arrive is confirmed; going back finds the list as it was. */
async function confirmed(page, stage, codes) {
  const newcomer = stage.stranger()
  const { firstName, lastName, email, password } = newcomer
  await newcomer.call('POST', '/auth/register', { firstName, lastName, email, password })
  await search(page, email)
  await appears(page.getByRole('listitem').filter({ hasText: email }).getByText('Waiting for the code'))
  await open(page, email)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code from the app or a backup code').fill('aaaa-bbbb')
  await dialog.getByRole('button', { name: 'Confirm address' }).click()
  await appears(dialog.getByText('This is not one of your backup codes'))
  await dialog.getByLabel('Code from the app or a backup code').fill(codes.pop())
  await dialog.getByRole('button', { name: 'Confirm address' }).click()
  await vanishes(dialog)
  await appears(page.getByText('Active', { exact: true }))
  await newcomer.logIn()
  await page.getByRole('link', { name: 'All users' }).click()
  assert.equal(await page.getByLabel('Find a user by name or email').inputValue(), email)
}

const search = (page, email) => page.getByLabel('Find a user by name or email').fill(email)

/** open finds the user with an address in the list and opens the page about it. */
async function open(page, email) {
  await search(page, email)
  await page.waitForURL((url) => url.searchParams.get('q') === email) // a short list has the user before it is filtered
  await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').click()
  await appears(page.getByRole('heading', { name: 'Mira Solberg' }))
}

/** act does something to the user whose page is open. */
async function act(page, action, codes, typed) {
  await page.getByRole('button', { name: action }).click()
  const dialog = page.getByRole('dialog')
  if (typed) await dialog.getByLabel(`Type ${typed} to confirm`).fill(typed)
  await dialog.getByLabel('Code from the app or a backup code').fill(codes.pop())
  await dialog.getByRole('button', { name: action }).click()
  await vanishes(dialog)
}
