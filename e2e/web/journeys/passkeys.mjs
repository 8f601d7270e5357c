import { appears, comes, vanishes } from '../expect.mjs'
import { unused } from '../totp.mjs'

/** Adding a passkey, signing in with it, using it as the second factor, renaming and removing it. */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.as(who, { expect: [401, 422] })
  await authenticator(page)
  const hello = page.getByRole('heading', { name: `Hello, ${who.firstName}` })
  const dialog = page.getByRole('dialog')

  await page.goto('/settings/security')
  await appears(page.getByText('No passkeys yet'))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByLabel('Current password').fill('not this one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await appears(dialog.getByText('This is not your current password.'))
  await stage.accessible(page, 'adding a passkey')
  await dialog.getByLabel('Current password').fill(who.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await vanishes(dialog)
  await appears(page.getByRole('button', { name: 'Remove Laptop' }))
  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await vanishes(dialog)
  await appears(page.getByRole('button', { name: 'Remove My laptop' }))
  await stage.accessible(page, 'the list of passkeys')

  // A device cannot have two passkeys for one account.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Current password').fill(who.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await appears(dialog.getByText('already has a passkey'))
  await page.keyboard.press('Escape')
  await vanishes(dialog)

  // Without a password.
  await signOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await appears(hello)

  // Instead of a code.
  await signOut(page)
  await who.logIn()
  await who.enrol()
  await page.goto('/login')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await appears(page.getByRole('heading', { name: 'One more step' }))
  await stage.accessible(page, 'the second step with a passkey')
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await appears(hello)

  // Removing it takes the password and, now, a code.
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await dialog.getByLabel('Current password').fill(who.password)
  await dialog.getByLabel('Code from the app or a backup code').fill(await unused(who.secret))
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await vanishes(dialog)
  await appears(page.getByText('No passkeys yet'))
  await signOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await appears(page.getByText('This passkey was not accepted.'))

  for (const subject of ['A passkey was added to your account', 'A passkey was removed from your account'])
    await comes(`a mail “${subject}”`, async () => (await who.mails()).some((m) => m.subject === subject))
}

/** authenticator adds a virtual authenticator that confirms every request. */
async function authenticator(page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signOut(page) {
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await vanishes(page.getByRole('button', { name: /Account menu/ }))
}
