import assert from 'node:assert/strict'
import { appears, comes, leads } from '../expect.mjs'
import { mailboxToken } from '../person.mjs'

/** From the home page to the first application. */
export default async function (stage) {
  const who = stage.stranger()
  // Somebody else has a pending registration with the same address.
  await who.call('POST', '/auth/register', { firstName: 'Some', lastName: 'Body', email: who.email, password: 'the words of a stranger' })
  const strangers = await who.mailedCode()
  const page = await stage.window({ expect: [400, 403] })
  await page.goto('/')
  await appears(page.getByRole('heading', { name: 'Your job search in one calm place' }))
  await page.getByRole('link', { name: 'Join', exact: true }).click()

  // Invalid fields are marked before anything is sent.
  await page.getByLabel('First name').fill(who.firstName)
  await page.getByLabel('Last name').fill(who.lastName)
  await page.getByLabel('Email').fill('not-an-address')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await appears(page.getByText('Enter a valid email address.'))
  await appears(page.getByText('Use at least 8 characters.'))
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await leads(page, '**/verify?**')

  // The code of the other registration does not work here.
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(strangers)
  await appears(page.getByText('This code is wrong'))

  // Signing in before the address is confirmed leads back to the confirmation, with the reason.
  await page.goto('/login')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await leads(page, '**/verify?**')
  await appears(page.getByText('this address is not confirmed yet'))

  // The code is in the local mailbox, which asks for its token once. A page links to it when the browser has the token.
  await appears(page.getByText('To open the local mailbox, use the address'))
  assert.equal(await page.getByRole('link', { name: 'Open the mailbox' }).count(), 0, 'a link that leads to a locked door')
  const box = await page.context().newPage()
  await box.goto('/mailbox')
  await appears(box.getByRole('heading', { name: 'The mailbox is locked' }))
  await box.getByLabel('Token').fill('not the token')
  await box.getByRole('button', { name: 'Unlock' }).click()
  await appears(box.getByText('Wrong token.'))
  await box.getByLabel('Token').fill(mailboxToken())
  await box.getByRole('button', { name: 'Unlock' }).click()
  await comes('the mail with the own code', async () => (await who.mails()).length >= 2)
  await box.getByRole('listitem').filter({ hasText: who.email }).first().click()
  await appears(box.getByText(`To ${who.email}`)) // before that another email is shown
  const code = /\d{6}/.exec(await box.getByRole('button', { name: /Copy code/ }).innerText())[0]
  await box.close()
  await appears(page.getByRole('link', { name: 'Open the mailbox' }))
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(code)
  // Confirming the address also signs in. The first questions can be skipped.
  await leads(page, '**/start')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await appears(page.getByRole('heading', { name: `Hello, ${who.firstName}` }))

  // The first search and the first application.
  await page.getByRole('searchbox').or(page.getByLabel('Search for jobs')).first().fill('engineer')
  await page.keyboard.press('Enter')
  await leads(page, '**/find?keyword=engineer')
  const first = page.locator('[data-job]').first()
  await first.click()
  const title = await page.locator('article h2').innerText()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open and apply' }).click()
  await (await opened).close()
  // Opening it is not applying: the app asks.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await appears(page.getByText('Did you apply?'))
  await who.logIn()
  assert.equal((await who.call('GET', '/applications')).totalElements, 0, 'opening a posting made an application')
  await page.getByRole('button', { name: 'Yes, I applied' }).click()
  await appears(page.getByRole('link', { name: 'On your board: Applied' }))
  await page.getByRole('link', { name: 'Tracker' }).first().click()
  await appears(page.locator('[data-column=APPLIED]').getByRole('link', { name: title }))
}
