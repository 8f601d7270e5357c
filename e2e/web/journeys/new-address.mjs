import { appears, leads } from '../expect.mjs'

/** Changing the address of an account, with a code sent to each of the two addresses. */
export default async function (stage) {
  const who = await stage.person()
  const next = stage.stranger()
  const page = await stage.as(who, { expect: [400, 401, 422] })
  await page.goto('/settings/security')
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Email address' }) })
  const begin = async (password) => {
    await section.getByLabel('New email address').fill(next.email)
    await section.getByLabel('Password', { exact: true }).fill(password)
    await section.getByRole('button', { name: 'Change address' }).click()
  }
  await begin('not this one')
  await appears(section.getByText('This is not your current password.'))
  const known = await who.mails()
  await begin(who.password)
  const dialog = page.getByRole('dialog')
  await appears(dialog.getByText(`We sent a 6-digit code to ${who.email} and another to ${next.email}.`))
  await stage.accessible(page, 'change of address')
  const [present, other] = [await who.mailedCode(known), await next.mailedCode()]

  // Swapped codes are wrong.
  const wrong = present === other ? [present, other === '000000' ? '111111' : '000000'] : [other, present]
  await dialog.getByLabel('Code sent to your current address').fill(wrong[0])
  await dialog.getByLabel('Code sent to your new address').fill(wrong[1])
  await dialog.getByRole('button', { name: 'Change address' }).click()
  await appears(dialog.getByText('One of the codes is wrong'))
  await dialog.getByLabel('Code sent to your current address').fill(present)
  await dialog.getByLabel('Code sent to your new address').fill(other)
  await dialog.getByRole('button', { name: 'Change address' }).click()

  await Promise.all([
    leads(page, '**/login?email=**'),
    appears(page.getByText('Email address changed.')), // a toast
  ])
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await appears(page.getByRole('heading', { name: `Hello, ${who.firstName}` }))
  await page.goto('/settings')
  await appears(page.getByText(`Signed in as ${next.email}`))
}
