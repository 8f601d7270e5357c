import assert from 'node:assert/strict'
import { accessiblePages } from '../accessible.mjs'
import { appears, comes } from '../expect.mjs'
import { administrator } from '../person.mjs'

export const administrates = true // as the one of the demo, see run.mjs

/** Failed sign-ins from elsewhere do not lock out a known browser; the owner and the administrator see them. */
export default async function (stage) {
  const who = await stage.person()
  const page = await stage.window()
  const signIn = async () => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await appears(page.getByRole('heading', { name: `Hello, ${who.firstName}` }))
  }
  await signIn()
  const [device] = (await page.context().cookies()).filter((c) => c.name.endsWith('rolecall_device'))
  assert.ok(device?.httpOnly && device.sameSite === 'Strict' && device.path === '/auth', 'the device has no closed cookie')
  assert.equal(await page.evaluate(() => document.cookie), '')

  for (let i = 0; i < 5; i++) await who.call('POST', '/auth/login', { email: who.email, password: 'a guess' }, [401])
  await who.call('POST', '/auth/login', { email: who.email, password: who.password }, [429])
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signIn()

  const seen = page.locator('[data-kind="login.failed"]').first()
  await comes('the owner sees the failures', async () => {
    await page.goto('/settings/security')
    await appears(page.getByRole('heading', { name: 'Recent security activity' }))
    await appears(page.locator('[data-kind="login.succeeded"]').first())
    return await seen.isVisible()
  })
  assert.match(await seen.innerText(), /sign-in attempts? failed/)

  const admin = administrator(stage.base)
  await admin.logIn()
  const office = await stage.as(admin)
  await office.goto('/admin')
  await office.getByRole('tab', { name: 'Audit log' }).click()
  await office.getByLabel('Account email').fill(who.email)
  await appears(office.getByRole('row').filter({ hasText: 'Sign-in failed' }).filter({ hasText: who.email }).first())
  await office.getByText('Platform', { exact: true }).click()
  await appears(office.getByRole('heading', { name: 'No events' }).or(office.getByRole('row').nth(1)).first())
  await accessiblePages(stage, admin, ['/admin?tab=events'])
}
