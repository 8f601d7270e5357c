import assert from 'node:assert/strict'
import { comes } from '../expect.mjs'

/** Every mail names the company and the position, in the person's time zone, and can be read in any colours and on a phone. */
export default async function (stage) {
  const who = await stage.person()
  const [application] = await who.applied('Keeper of the Lighthouse')
  await who.call('PUT', '/notifications/time-zone', { timeZone: 'Asia/Tokyo' })
  const step = new Date(Date.now() + 45 * 60_000)
  await who.call('PATCH', `/applications/${application.id}`, {
    nextStep: { label: 'Talk with the harbour master', date: step.toISOString().slice(0, 10), reminderAt: step.toISOString() },
  })
  await who.call('POST', '/notifications/custom-reminders', {
    applicationId: application.id,
    title: 'Bring the keys',
    note: 'The brass ones.\nNot the iron ones.',
    triggerAtUtc: new Date(Date.now() + 5000).toISOString(),
    channels: ['IN_APP', 'EMAIL'],
  })
  await who.call('POST', '/auth/account/change-password', { currentPassword: who.password, newPassword: `${who.password}, flying` })

  const name = 'Keeper of the Lighthouse at Foo Widgets'
  const tokyo = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' }).format(step)
  const wanted = {
    'Bring the keys': [name, 'The brass ones.'],
    'Talk with the harbour master': [name, `${tokyo} JST`],
    'Your password was changed': ['JST'],
    'Confirm your email address': ['Nobody from Rolecall will ever ask you for this code.'],
  }
  const page = await stage.window({ trace: false })
  for (const [subject, parts] of Object.entries(wanted)) {
    const mail = await comes(`the mail “${subject}”`, () => mailed(who, subject), 150_000)
    for (const part of parts) {
      assert.ok(mail.text.includes(part), `the text of “${subject}” lacks “${part}”:\n${mail.text}`)
      assert.ok(mail.html.includes(part), `the HTML of “${subject}” lacks “${part}”`)
    }
    await readable(stage, page, mail)
  }
  await snoozed(stage, who, application)
  const reminder = await mailed(who, 'Bring the keys')
  assert.match(reminder.html, new RegExp(`<a [^>]*/tracker/${application.id}[^>]*>${name}</a>`), 'the link does not name the application')
}

/** A reminder of a next step can be snoozed like any other. */
async function snoozed(stage, who, application) {
  const page = await stage.as(who)
  await page.goto('/inbox')
  const notice = page.locator('[data-notification=INTERVIEW_REMINDER]').first()
  await notice.getByRole('button', { name: 'Remind me again: Talk with the harbour master' }).click()
  await page.getByRole('menuitem', { name: 'In 15 minutes' }).click()
  await comes('the reminder is set', async () => {
    const { items } = await who.call('GET', '/notifications/custom-reminders')
    const [next] = items.filter((r) => r.title.startsWith('Talk with the harbour master'))
    return next?.applicationId === application.id && next.channels.length === 2
  })
}

async function mailed(who, subject) {
  const found = (await who.mails()).find((m) => m.subject.startsWith(subject))
  return found && who.call('GET', `/mailbox/messages/${found.id}`)
}

/** readable shows a mail as a mail program does, without scripts and without the network, wide and narrow, light and dark. */
async function readable(stage, page, mail) {
  const asked = []
  const note = (request) => asked.push(request.url())
  page.on('request', note)
  await page.setContent(mail.html)
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 850 })
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      const what = `“${mail.subject}”, ${width} px, ${colorScheme}`
      await stage.accessible(page, what)
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${what} is wider than the window`)
    }
  }
  assert.deepEqual(asked, [], `“${mail.subject}” loads something`)
  page.off('request', note)
}
