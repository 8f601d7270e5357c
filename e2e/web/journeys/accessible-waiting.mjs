import assert from 'node:assert/strict'
import { appears } from '../expect.mjs'
import { settled } from '../stage.mjs'

/** Every page while its data is on its way, and when it could not be read. */
export default async function (stage) {
  const who = await stage.person()
  const [application] = await who.applied('Keeper of the Lighthouse')
  const { content } = await who.call('GET', '/jobs?size=20')
  const { slug } = content.find((j) => j.company.slug).company
  const page = await stage.as(who, { expect: [500], trace: false })
  const findings = []
  const look = (what) => stage.accessibleNow(page, what).catch((finding) => findings.push(finding.message))
  const api = (url) => /^\/(jobs|applications|notifications)(\/|$)|^\/auth\/(passkeys|account\/)/.test(url.pathname)
  for (const address of [
    '/', '/find', `/find?job=${content[0].id}`, `/companies/${slug}`, '/saved', '/employers',
    '/tracker', '/tracker/table', '/tracker/stats', `/tracker/${application.id}`,
    '/reminders', '/inbox', '/alerts', '/settings', '/settings/channels', '/settings/security',
  ]) {
    let fail
    const failed = new Promise((resolve) => {
      fail = resolve
    })
    await page.route(api, async (route) => {
      await failed
      await route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"Internal Server Error","message":"x"}' })
    })
    await page.goto(address)
    await appears(page.locator('main').getByRole('status').or(page.locator('main h1')).first())
    await look(`${address} while it waits`)
    fail()
    await settled(page)
    await look(`${address} after a failure`)
    await page.unroute(api)
  }
  assert.deepEqual(findings, [])
}
