import { accessiblePages } from '../accessible.mjs'
import { appears } from '../expect.mjs'

/** What a person sees of their own, with something on every page, and the dialogs. */
export default async function (stage) {
  const who = await stage.person()
  const [application] = await who.applied('Keeper of the Lighthouse', 'Harbour Pilot')
  await who.call('PATCH', `/applications/${application.id}/status`, { status: 'INTERVIEW' })
  await who.call('PATCH', `/applications/${application.id}`, { nextStep: { label: 'Talk', date: '2031-06-15' }, notes: 'Notes', contact: 'Ines Rook' })
  await who.call('POST', '/notifications/custom-reminders', { applicationId: application.id, title: 'Polish the lamp', triggerAtUtc: '2031-06-15T09:00:00Z', channels: ['IN_APP', 'EMAIL'] })
  const { content } = await who.call('GET', '/jobs?size=1')
  await who.call('PUT', `/jobs/saved/${content[0].id}`)

  const addresses = ['/', '/find?workplaceType=remote&keyword=engineer', '/saved', '/tracker', '/tracker/table', `/tracker/${application.id}`, '/tracker/stats', '/reminders', '/inbox', '/settings', '/settings/security']
  await accessiblePages(stage, who, addresses, async (page, check) => {
    const dialog = page.getByRole('dialog')
    await page.goto('/tracker')
    await page.getByRole('button', { name: 'Add application', exact: true }).click()
    await appears(dialog)
    await check('new application')
    await page.goto(`/tracker/${application.id}`)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await appears(dialog)
    await check('new reminder')
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Set up' }).click()
    await appears(page.getByAltText('QR code for the authenticator app'))
    await check('two-factor set-up')
    await page.goto('/')
    await page.locator('main').focus()
    await page.keyboard.press('?')
    await appears(dialog)
    await check('shortcuts')
    await page.keyboard.press('Escape')
    await page.getByTestId('bell').click()
    await appears(page.getByText('See all'))
    await check('bell')
    await page.setViewportSize({ width: 390, height: 844 })
    for (const address of ['/find', '/tracker', `/find?job=${content[0].id}`]) {
      await page.goto(address)
      await appears(page.locator('h1').first())
      await check(`${address} on a phone`)
    }
  })
}
