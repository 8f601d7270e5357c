import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { totp, unused } from './totp.mjs'

/** administrator returns the demo's administrator, or ADMIN_EMAIL. `up --demo` prints the password. */
export function administrator(base) {
  const admin = new Person(base, 'admin')
  admin.email = process.env.ADMIN_EMAIL ?? 'admin@demo.example'
  admin.password = needed('ADMIN_PASSWORD')
  return admin
}

/** mailboxToken returns the part behind the # of the mailbox link that `up` prints. */
export const mailboxToken = () => needed('MAILBOX_TOKEN')

export function needed(name) {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

/** operate runs a command of the operator. It may end with the status 1: something to look at. */
export async function operate(...args) {
  const run = promisify(execFile)
  const ended = await run(needed('ROLECALL'), args).catch((failure) => failure)
  assert.ok(!(ended instanceof Error) || ended.code === 1, String(ended))
  return ended.stdout
}

/** A Person has an account and uses the API for what a journey does not test in the browser. */
export class Person {
  password = 'seven herons over the lake'
  token = null

  constructor(base, name) {
    this.base = base
    this.firstName = 'Mira'
    this.lastName = 'Solberg'
    this.email = `mira-${name}@example.org`
  }

  async call(method, path, body, expected = [200, 201, 202, 204]) {
    const answer = await fetch(this.base + path, {
      method,
      headers: {
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}),
        ...(path.startsWith('/mailbox') ? { 'X-Mailbox-Token': mailboxToken() } : {}),
      },
      body: body && JSON.stringify(body),
    })
    const text = await answer.text()
    assert.ok(expected.includes(answer.status), `${method} ${path}: ${answer.status} ${text}`)
    return text && answer.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : null
  }

  async join() {
    const { registrationId } = await this.call('POST', '/auth/register', {
      firstName: this.firstName,
      lastName: this.lastName,
      email: this.email,
      password: this.password,
    })
    await this.call('POST', '/auth/account/verify-email', { email: this.email, code: await this.mailedCode(), registrationId })
    await this.logIn()
  }

  async logIn() {
    this.token = null
    const { token } = await this.call('POST', '/auth/login', { email: this.email, password: this.password })
    this.token = token
  }

  /** mails returns the newest emails to this person. */
  async mails() {
    const { content } = await this.call('GET', `/mailbox/messages?to=${encodeURIComponent(this.email)}&size=5`)
    return content
  }

  /** mailedCode waits for an email with a code that is not among the known emails, and returns the code. */
  async mailedCode(known = []) {
    for (let tries = 0; tries < 2400; tries++) {
      for (const mail of (await this.mails()).filter((m) => !known.some((k) => k.id === m.id))) {
        const { text } = await this.call('GET', `/mailbox/messages/${mail.id}`)
        const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0]
        if (code) return code
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`no mail with a code came to ${this.email}`)
  }

  /** enrol turns on two-factor authentication and keeps the secret. */
  async enrol() {
    const { setupKey } = await this.call('POST', '/auth/account/2fa/setup')
    const { backupCodes } = await this.call('POST', '/auth/account/2fa/verify-setup', { totpCode: await unused(setupKey) })
    this.secret = setupKey
    this.backupCodes = backupCodes
  }

  code() {
    return totp(this.secret)
  }

  /** applied adds applications made elsewhere. */
  async applied(...titles) {
    const made = []
    for (const title of titles)
      made.push(await this.call('POST', '/applications', { jobDetails: { title, company: 'Foo Widgets' }, status: 'APPLIED' }))
    return made
  }
}
