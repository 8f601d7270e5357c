import { appears, leads, vanishes } from '../expect.mjs'
import { totp } from '../totp.mjs'

/** A forgotten password is reset with an emailed code and, if it is on, the second factor. */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.window({ expect: [400, 401, 422] })
  const ask = async () => {
    const known = await who.mails()
    await page.goto('/login')
    await page.getByLabel('Email').fill(who.email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await leads(page, '**/forgot?**')
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await leads(page, '**/reset?**')
    return who.mailedCode(known)
  }
  const fill = async (code, password) => {
    await page.getByLabel('Code from the email').fill(code)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Set new password' }).click()
  }
  const signIn = async (password) => {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  // An address without an account gets the same response.
  await page.goto('/forgot')
  await page.getByLabel('Email').fill(stage.stranger().email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await appears(page.getByText('If mira-'))

  const code = await ask()
  await stage.accessible(page, 'reset')
  await fill(code === '000000' ? '111111' : '000000', 'eight storks on the roof')
  await appears(page.getByText('This code is wrong, expired or already used.'))
  await fill(code, 'password1')
  await appears(page.getByText('one of the most common ones'))
  await fill(code, 'eight storks on the roof')
  await appears(page.getByRole('heading', { name: 'Your password has been changed' }))
  await page.getByRole('link', { name: 'Sign in', exact: true }).last().click()
  await leads(page, '**/login?**')
  await signIn(who.password)
  await appears(page.getByText('Wrong email or password.'))
  who.password = 'eight storks on the roof'
  await signIn(who.password)
  await appears(page.getByRole('heading', { name: `Hello, ${who.firstName}` }))

  // With two-factor authentication the emailed code is not enough, and the refusal does not use it up.
  await who.logIn()
  await who.enrol()
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const second = await ask()
  const factor = page.getByLabel('Code from your authenticator app or a backup code')
  await vanishes(factor)
  await fill(second, 'nine swans in a row')
  await appears(page.getByText('we need one more code'))
  await stage.accessible(page, 'reset with two-factor')
  await factor.fill(totp(who.secret) === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await appears(page.getByText('This code is wrong or already used.'))
  await factor.fill(who.backupCodes[0])
  await page.getByRole('button', { name: 'Set new password' }).click()
  await appears(page.getByRole('heading', { name: 'Your password has been changed' }))
  await page.getByRole('link', { name: 'Sign in', exact: true }).last().click()
  await signIn('nine swans in a row')
  await appears(page.getByRole('heading', { name: 'One more step' }))
}
