import { appears } from './expect.mjs'

/** An administrator reads the checks, tests the mail, looks at queues and index, takes a backup and tests it. */
export async function system(page, stage) {
  await page.goto('/admin?tab=system')
  const checks = page.getByRole('region', { name: 'Checks' })
  await checks.getByRole('button', { name: /^Show all \d+ checks$/ }).click()
  await appears(checks.getByText('Up to date.'))
  const mail = page.getByRole('region', { name: 'Email' })
  await mail.getByRole('button', { name: 'Send a test email' }).click()
  await appears(mail.getByText('the email to admin@demo.example is in the local mailbox.'))
  const services = page.getByRole('region', { name: 'Services' })
  await appears(services.getByRole('cell', { name: 'Reminders' }))
  await appears(services.getByText(/^Version \S+ · [\d.]+.[kM]B$/).first())
  await appears(page.getByRole('region', { name: 'Search index' }).getByText('Ready'))
  await appears(page.getByRole('region', { name: 'Data folder' }).getByText('postgres'))

  const backups = page.getByRole('region', { name: 'Backups' })
  await backups.getByRole('button', { name: 'Back up now' }).click()
  await appears(backups.getByRole('cell', { name: /^rolecall-\d+T[\d.]+Z\.backup$/ }).first())
  await backups.getByRole('button', { name: 'Test the newest' }).click()
  await appears(backups.getByText(/tables and .* rows were restored and compared/))
  await stage.accessible(page, 'the system page')
}
