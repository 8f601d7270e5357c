import { appears, counts, leads, vanishes } from '../expect.mjs'

/** Errors are explained, keep the page, and can be recovered from. */
export default async function (stage) {
  const who = await stage.person()
  await who.applied('Still Here')
  const page = await stage.as(who, { expect: [401, 404, 500, 503, 'offline'] })
  await page.goto('/tracker')
  await appears(page.getByRole('link', { name: 'Still Here' }))

  await page.context().setOffline(true)
  await appears(page.getByText('Offline: as of'))
  await page.getByRole('button', { name: 'Actions for Still Here' }).click()
  await page.getByRole('menuitem', { name: 'Offer' }).click()
  await appears(page.getByText('You are offline. This needs a connection'))
  await appears(page.locator('[data-column=APPLIED]').getByRole('link', { name: 'Still Here' }))
  // A page whose code has not been loaded yet.
  await page.getByRole('link', { name: 'Reminders' }).first().click()
  await counts(page.getByRole('heading', { name: 'This page could not be loaded' }), 1)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Reload' }).click()
  await appears(page.getByRole('heading', { name: 'Reminders', exact: true }))

  // A service that fails for a moment.
  let away = true
  await page.route('**/notifications/custom-reminders**', (route) =>
    away
      ? route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: '{"error":"Internal Server Error","message":"x","requestId":"r-1"}',
        })
      : route.continue(),
  )
  await page.reload()
  await appears(page.getByText('report it with request ID r-1'))
  away = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await appears(page.getByRole('heading', { name: 'No reminders' }))

  await page.goto('/tracker/00000000-0000-7000-8000-000000000000')
  await appears(page.getByRole('heading', { name: 'Application not found' }))
  await page.goto('/no/such/page')
  await counts(page.getByRole('heading', { name: 'Page not found' }), 1)
  // The path of an API, typed into the address bar, leads to the page that it suggests.
  await page.goto('/notifications')
  await leads(page, '**/inbox')

  // A session that ended elsewhere leads to the sign-in page and back.
  await page.goto('/tracker/table?sort=company')
  await appears(page.getByRole('link', { name: 'Still Here' }))
  await page.route('**/applications?**', (route) =>
    route.fulfill({ status: 401, contentType: 'application/json', body: '{"error":"Unauthorized","message":"The session has ended."}' }),
  )
  await page.reload()
  await leads(page, '**/login?next=**')
  await appears(page.getByText('Your session has ended.'))
  await page.unroute('**/applications?**')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await leads(page, '**/tracker/table?sort=company')

  // A slow connection shows placeholders and, after a while, a message.
  await page.route('**/jobs?**', async (route) => {
    await slow
    await route.continue()
  })
  let arrive
  const slow = new Promise((resolve) => (arrive = resolve))
  await page.goto('/find')
  await appears(page.locator('.mantine-Skeleton-root').first())
  await appears(page.getByText('This is taking longer than usual.'))
  arrive()
  await appears(page.locator('[data-job]').first())
  await vanishes(page.getByText('This is taking longer than usual.'))
}
