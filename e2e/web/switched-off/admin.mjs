import assert from 'node:assert/strict'
import { accessiblePages } from '../accessible.mjs'
import { appears, counts } from '../expect.mjs'
import { administrator } from '../person.mjs'

/** If manual runs are turned off, the page says so, disables the buttons, and still shows past runs. */
export default async function (stage) {
  const admin = administrator(stage.base)
  await admin.logIn()
  const page = await stage.as(admin)
  await page.goto('/admin')
  await appears(page.getByText('Manual runs are turned off'))
  const start = page.getByRole('button', { name: 'Start', exact: true })
  await counts(start, 2)
  for (const button of await start.all()) assert.ok(await button.isDisabled(), 'nothing can be started')
  await appears(page.getByRole('heading', { name: 'Recent runs' }))
  await admin.call('POST', '/jobs/admin/triggers', { kind: 'crawl' }, [403])
  await accessiblePages(stage, admin, ['/admin'])
}
