import { appears } from '../expect.mjs'
import { Person } from '../person.mjs'

/** Every page, in both themes and on a phone, without a serious or critical finding. */
export default async function (stage) {
  const who = await stage.person()
  const [application] = await who.applied('Keeper of the Lighthouse', 'Harbour Pilot')
  await who.call('PATCH', `/applications/${application.id}/status`, { status: 'INTERVIEW' })
  await who.call('PATCH', `/applications/${application.id}`, { nextStep: { label: 'Talk', date: '2031-06-15' }, notes: 'Notes', contact: 'Ines Rook' })
  await who.call('POST', '/notifications/custom-reminders', { applicationId: application.id, title: 'Polish the lamp', triggerAtUtc: '2031-06-15T09:00:00Z', channels: ['IN_APP', 'EMAIL'] })
  const { content: jobs } = await who.call('GET', '/jobs?size=3')
  await who.call('PUT', `/jobs/saved/${jobs[0].id}`)
  const admin = new Person(stage.base, 'admin')
  admin.email = process.env.ADMIN_EMAIL ?? 'admin@demo.example'
  admin.password = process.env.ADMIN_PASSWORD ?? 'keep-the-demo-2026'
  await admin.logIn()

  const open = ['/', '/find', '/login', '/register', '/verify?email=mira%40example.org', '/mailbox', `/companies/${jobs.find((j) => j.company.slug).company.slug}`, '/no/such/page']
  const own = ['/', '/find?workplaceType=remote&keyword=engineer', '/saved', '/tracker', '/tracker/table', `/tracker/${application.id}`, '/tracker/stats', '/reminders', '/inbox', '/settings', '/settings/security']
  const ruled = ['/admin', '/admin?tab=boards', '/admin?tab=companies', '/inbox']

  for (const theme of ['light', 'dark']) {
    for (const [person, addresses] of [[null, open], [who, own], [admin, ruled]]) {
      const page = person ? await stage.as(person, { theme }) : await stage.window({ theme })
      for (const address of addresses) {
        await page.goto(address)
        await appears(page.locator('h1').first())
        await stage.accessible(page, `${address} in ${theme}`)
      }
      await page.close()
    }
    await dialogs(stage, who, application, theme)
  }
  const phone = await stage.as(who, { phone: true })
  for (const address of ['/find', '/tracker', `/find?job=${jobs[0].id}`]) {
    await phone.goto(address)
    await appears(phone.locator('h1').first())
    await stage.accessible(phone, `${address} on a phone`)
  }
}

async function dialogs(stage, who, application, theme) {
  const page = await stage.as(who, { theme })
  const dialog = page.getByRole('dialog')
  await page.goto('/tracker')
  await page.getByRole('button', { name: 'Add application', exact: true }).click()
  await appears(dialog)
  await stage.accessible(page, `new application in ${theme}`)
  await page.keyboard.press('Escape')
  await page.goto(`/tracker/${application.id}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await appears(dialog)
  await stage.accessible(page, `new reminder in ${theme}`)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await appears(page.getByAltText('QR code for the authenticator app'))
  await stage.accessible(page, `two-factor set-up in ${theme}`)
  await page.goto('/')
  await page.locator('main').focus()
  await page.keyboard.press('?')
  await appears(dialog)
  await stage.accessible(page, `shortcuts in ${theme}`)
  await page.keyboard.press('Escape')
  await page.getByTestId('bell').click()
  await appears(page.getByText('See all'))
  await stage.accessible(page, `bell in ${theme}`)
  await page.close()
}
