import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { appears } from '../expect.mjs'

/** Everything that the platform knows about a person, in one file. */
export default async function (stage) {
  const who = await stage.person()
  const [a] = await who.applied('Exported Position')
  await who.call('PATCH', `/applications/${a.id}`, { notes: 'Ask about the rota', tags: ['by the sea'] })
  await who.call('PATCH', `/applications/${a.id}/status`, { status: 'INTERVIEW' })
  await who.call('POST', '/applications/views', { name: 'Near me', page: 'table', query: 'tag=by+the+sea' })
  await who.call('POST', '/jobs/filters/saved', { name: 'Welders', filters: { keyword: 'welder' } })
  const { content } = await who.call('GET', '/jobs?size=100')
  const job = content.find((j) => j.company.id) // a board that was just added has no company yet
  await who.call('PUT', `/jobs/saved/${job.id}`)
  await who.call('POST', '/applications', { jobPostId: job.id, status: 'SAVED' })
  await who.call('PUT', `/jobs/employers/${job.company.id}/follow`)
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const reminder = { applicationId: a.id, title: 'Prepare questions', triggerAtUtc: inAnHour, channels: ['IN_APP'] }
  await who.call('POST', '/notifications/custom-reminders', reminder)
  await who.call('PUT', '/notifications/preferences', { weeklyDigestEmail: true })

  const page = await stage.as(who)
  await page.goto('/settings')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    appears(page.getByText('Your data has been downloaded.')), // a toast
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  assert.match(file.suggestedFilename(), /^rolecall-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzip(await readFile(await file.path()))
  assert.deepEqual([...files.keys()].sort(),
    ['README.txt', 'account.json', 'applications.csv', 'applications.json', 'jobs.json', 'notifications.json'])
  const read = (name) => JSON.parse(files.get(name))
  const account = read('account.json')
  assert.equal(account.account[0].email, who.email)
  assert.ok(account.sessions.length > 0 && account.securityActivity.length > 0)
  assert.ok(!files.get('account.json').includes('$argon2'), 'a password hash is in the file')
  const tracked = read('applications.json')
  const own = tracked.applications.find((x) => x.id === a.id)
  assert.equal(own.notes, 'Ask about the rota')
  assert.deepEqual(own.tags, ['by the sea'])
  assert.deepEqual(tracked.timeline.filter((e) => e.applicationId === a.id).map((e) => e.status), ['APPLIED', 'INTERVIEW'])
  assert.equal(tracked.views[0].name, 'Near me')
  assert.deepEqual(tracked.savedJobs.map((s) => s.jobTitle), [job.title])
  assert.match(files.get('applications.csv'), /Exported Position/)
  const jobs = read('jobs.json')
  assert.equal(jobs.savedSearches[0].filters.keyword, 'welder')
  assert.equal(jobs.jobsSavedThroughSearch[0].title, job.title)
  assert.ok(jobs.followedEmployers[0].employer)
  const notices = read('notifications.json')
  assert.equal(notices.reminders[0].title, 'Prepare questions')
  assert.equal(notices.preferences[0].weeklyDigestEmail, true)
  assert.match(files.get('README.txt'), /Everything that Rolecall knows about you/)
}

/** unzip returns the files of an archive as texts. */
function unzip(archive) {
  const files = new Map()
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'))
  let at = archive.readUInt32LE(end + 16)
  for (let n = archive.readUInt16LE(end + 10); n > 0; n--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((o) => archive.readUInt16LE(at + o))
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    files.set(name, (archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content).toString())
    at += 46 + nameLength + extra + comment
  }
  return files
}
