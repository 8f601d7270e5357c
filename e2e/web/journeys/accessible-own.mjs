import { accessiblePages } from '../accessible.mjs'
import { appears } from '../expect.mjs'

/** Every page of a signed-in person, with something on it, and the dialogs. */
export default async function (stage) {
  const who = await stage.person()
  const [application] = await who.applied('Keeper of the Lighthouse', 'Harbour Pilot')
  const own = `/tracker/${application.id}`
  await who.call('PATCH', `/applications/${application.id}/status`, { status: 'INTERVIEW' })
  await who.call('PATCH', `/applications/${application.id}`, {
    nextStep: { label: 'Talk', date: '2031-06-15' },
    notes: 'Notes',
    contact: 'Ines Rook',
  })
  await who.call('POST', '/notifications/custom-reminders', {
    applicationId: application.id,
    title: 'Polish the lamp',
    triggerAtUtc: '2031-06-15T09:00:00Z',
    channels: ['IN_APP', 'EMAIL'],
    repeat: 'WEEKLY',
  })
  const { content } = await who.call('GET', '/jobs?size=1')
  await who.call('PUT', `/jobs/saved/${content[0].id}`)

  /** dialog presses a button and waits for the dialog that it opens. */
  const dialog = (name) => async (page) => {
    await page.getByRole('button', { name, exact: true }).click()
    await appears(page.getByRole('dialog'))
  }
  const shortcuts = async (page) => {
    await page.locator('main').focus()
    await page.keyboard.press('?')
    await appears(page.getByRole('dialog'))
  }
  const bell = async (page) => {
    await page.keyboard.press('Escape')
    await page.getByTestId('bell').click()
    await appears(page.getByText('See all'))
  }
  const twoFactor = async (page) => {
    await page.getByRole('button', { name: 'Set up' }).click()
    await appears(page.getByAltText('QR code for the authenticator app'))
  }
  const palette = async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search everything' }).click()
    await appears(page.getByRole('option').first())
  }
  const selected = async (page) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await appears(page.getByRole('toolbar'))
    await page.getByRole('button', { name: 'Views' }).click()
    await appears(page.getByLabel('Name of the view'))
  }
  const pages = [
    ['/', { shortcuts, palette, bell }],
    '/find?workplaceType=remote&keyword=engineer',
    '/saved',
    '/employers',
    '/employers?following=true',
    ['/tracker', { 'new application': dialog('Add application') }],
    ['/tracker/table', { selected }],
    [own, { 'new reminder': dialog('Add') }],
    '/tracker/stats',
    '/reminders',
    '/employers/add',
    '/inbox',
    '/alerts',
    '/settings',
    ['/settings/security', { 'two-factor set-up': twoFactor }],
  ]
  await accessiblePages(stage, who, pages, ['/find', '/tracker', `/find?job=${content[0].id}`])
}
