import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { appears, comes, counts, leads, vanishes } from '../expect.mjs'
import { totp, unused } from '../totp.mjs'

/** Setting up two-factor authentication, signing in with codes of both kinds, renewing the backup codes, turning it off. */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.as(who, { expect: [401, 422], permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await appears(page.getByAltText('QR code for the authenticator app'))
  const key = (await page.getByTestId('setup-key').innerText()).trim()
  assert.match(key, /^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/, 'the key is not in groups of four')
  const secret = key.replaceAll(' ', '')
  await comes('the field of the code has the focus', () =>
    page.getByLabel('Code from the app').evaluate((field) => field === document.activeElement),
  )

  // A wrong code neither signs out nor starts over.
  await page.getByLabel('Code from the app').fill(totp(secret) === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await appears(page.getByText('Wrong code.'))
  await page.getByLabel('Code from the app').fill(await unused(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()

  const list = page.getByTestId('backup-codes').getByRole('listitem')
  await counts(list, 8)
  const codes = (await list.allInnerTexts()).map((c) => c.trim())
  // They are shown only now, so nothing but the promise closes the dialog.
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('dialog').getByRole('button', { name: /close/i }).count(), 0)
  await counts(list, 8)
  assert.ok(await page.getByRole('button', { name: 'Print' }).isVisible())
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const kept = await readFile(await (await download).path(), 'utf8')
  for (const code of codes) assert.ok(kept.includes(code), `the file lacks ${code}`)
  await page.getByRole('button', { name: 'Copy' }).click()
  await comes('the codes are copied', async () => (await page.evaluate(() => navigator.clipboard.readText())) === codes.join('\n'))
  await page.getByLabel('I have saved them in a safe place').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await appears(page.getByText('On', { exact: true }))
  await appears(page.getByText('8 backup codes left'))

  const password = async () => {
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.goto('/login')
    await page.getByLabel('Email').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await appears(page.getByRole('heading', { name: 'One more step' }))
  }
  const hello = page.getByRole('heading', { name: `Hello, ${who.firstName}` })

  await password()
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(await unused(secret))
  await appears(hello)

  await password()
  await page.getByRole('button', { name: 'Use a backup code instead' }).click()
  await page.getByLabel('Backup code').fill(codes[0].toUpperCase())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await appears(hello)

  await password()
  await page.getByRole('button', { name: 'Use a backup code instead' }).click()
  await page.getByLabel('Backup code').fill(codes[0])
  await page.getByRole('button', { name: 'Confirm' }).click()
  await appears(page.getByText('This is not one of your backup codes, or it was already used.'))
  await page.getByLabel('Backup code').fill(`${codes[1].slice(0, 4)}-${codes[1].slice(4)}`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await appears(hello)

  await page.goto('/settings/security')
  await appears(page.getByText('6 backup codes left'))
  await page.getByRole('button', { name: 'New backup codes' }).click()
  await page.getByLabel('6-digit code').fill(await unused(secret))
  await page.getByRole('dialog').getByRole('button', { name: 'New backup codes' }).click()
  await counts(list, 8)
  const renewed = (await list.allInnerTexts()).map((c) => c.trim())
  assert.ok(!renewed.some((c) => codes.includes(c)), 'a renewed code is an old one')
  await page.getByLabel('I have saved them in a safe place').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await vanishes(page.getByRole('dialog'))

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByLabel('Code from the app or a backup code').fill(renewed[0])
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await appears(page.getByText('Off', { exact: true }))
  await leads(page, '**/settings/security')
}
