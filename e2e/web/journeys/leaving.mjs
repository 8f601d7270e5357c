import { appears, comes, leads, vanishes } from '../expect.mjs'

/** Changing the password, ending other sessions, deleting the applications, deleting the account. */
export default async function (stage) {
  const who = await stage.person()
  await who.applied('First', 'Second')
  const page = await stage.as(who, { expect: [400, 401, 422] })
  await page.goto('/settings/security')

  const other = await stage.window({ expect: [401] })
  await who.logIn() // a second session, for another device
  await stage.enter(other, who)
  await other.goto('/tracker')
  await appears(other.getByRole('link', { name: 'First' }))
  await other.goto('about:blank') // an open page would notice the end of its session by itself

  // A wrong password only shows an error beside the field.
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill('nine lanterns on the quay')
  await page.getByRole('button', { name: 'Change password' }).click()
  await appears(page.getByText('This is not your current password.'))
  await page.getByLabel('Current password').fill(who.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await appears(page.getByText('Password changed.'))
  who.password = 'nine lanterns on the quay'

  // The other session has to sign in again, within seconds. The page is opened once only: a second visit while the first one leads
  // to the login would come without a session, and without the notice.
  await comes('the other session is over', () =>
    who.call('GET', '/applications?size=1', undefined, [401]).then(
      () => true,
      () => false,
    ),
  )
  await other.goto('/tracker')
  await appears(other.getByText('Your session has ended.'))

  const code = async (button) => {
    await page.getByRole('button', { name: button, exact: true }).first().click()
    const known = await who.mails()
    await page.getByRole('button', { name: 'Email me a code' }).click()
    const mailed = await who.mailedCode(known)
    await page.getByLabel('Code from the email').fill(mailed === '000000' ? '000001' : '000000')
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
    await appears(page.getByText('This code is wrong, expired or already used.'))
    await page.getByLabel('Code from the email').fill(mailed)
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
    await vanishes(page.getByRole('dialog'))
  }
  await code('Delete all')
  await page.goto('/tracker')
  await appears(page.getByRole('heading', { name: 'Your board is empty' }))
  await page.goto('/settings/security')
  await code('Delete account')
  await leads(page, (url) => url.pathname === '/')
  await appears(page.getByRole('link', { name: 'Join', exact: true }))
  who.token = null
  await who.call('POST', '/auth/login', { email: who.email, password: who.password }, [401])
}
