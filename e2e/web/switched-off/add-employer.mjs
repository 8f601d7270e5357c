import { appears } from '../expect.mjs'
import { administrator } from '../person.mjs'

/** Where adding is not open to everybody, only an administrator sees the field, and a link to it. */
export default async function (stage) {
  const guest = await stage.as(await stage.person())
  await guest.goto('/employers/add')
  await appears(guest.getByText('Only administrators can add employers'))

  const admin = administrator(stage.base)
  await admin.logIn()
  const page = await stage.as(admin)
  await page.goto('/admin?tab=boards')
  await page.getByRole('link', { name: 'Add an employer' }).click()
  await appears(page.getByLabel('Company or website'))
}
