import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '~/session/session'
import { applications, ask, identity } from './client'
import { ApiError, explain, fieldErrors, hasStatus, retriable } from './error'

const answers = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  vi.stubGlobal('fetch', vi.fn(async () => new Response(status === 204 ? null : JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })))

const failure = async (call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    return error as ApiError
  }
  throw new Error('the call should have failed')
}

const account = () => ask(identity.GET('/auth/account'))

beforeEach(() => session.begin('token-1', 3600))
afterEach(() => {
  session.end('left')
  vi.unstubAllGlobals()
})

describe('a session', () => {
  it('travels as a bearer token', async () => {
    answers(200, { id: '1' })
    await account()
    const [request] = vi.mocked(fetch).mock.calls[0] as unknown as [Request]
    expect(request.headers.get('Authorization')).toBe('Bearer token-1')
  })

  it('ends on 401', async () => {
    answers(401, { error: 'Unauthorized', message: 'The token has ended.' })
    expect(hasStatus(await failure(account()), 401)).toBe(true)
    expect(session.token()).toBeNull()
    expect(session.lastEnding()).toBe('expired')
    expect(sessionStorage.getItem('rolecall.session')).toBeNull()
  })

  it.each([400, 403, 404, 409, 422, 429, 500, 503])('survives %i', async (status) => {
    answers(status, { error: 'Title', message: 'Message.' })
    await failure(ask(identity.POST('/auth/account/2fa/disable', { body: { totpCode: '000000' } })))
    expect(session.token()).toBe('token-1')
  })

  it('is not ended by the late refusal of an older token', async () => {
    vi.stubGlobal('fetch', vi.fn(async () => {
      session.begin('token-2', 3600) // signed in again while the answer was on its way
      return new Response('{}', { status: 401, headers: { 'Content-Type': 'application/json' } })
    }))
    await failure(account())
    expect(session.token()).toBe('token-2')
  })

  it('is kept for this tab only', () => {
    expect(sessionStorage.getItem('rolecall.session')).toContain('token-1')
    expect(JSON.stringify({ ...localStorage })).not.toContain('token-1')
  })
})

describe('a failure', () => {
  it('says what a service said', async () => {
    answers(409, { error: 'Conflict', message: 'You have applied already.' })
    const error = await failure(ask(applications.POST('/applications', { body: { status: 'APPLIED' } })))
    expect(error).toMatchObject({ status: 409, title: 'Conflict' })
    expect(explain(error)).toBe('You have applied already.')
    expect(retriable(error)).toBe(false)
  })

  it('puts complaints beside their fields', async () => {
    answers(400, { error: 'Validation Error', message: 'No.', fields: [{ name: 'email', message: 'must be an address' }] })
    const error = await failure(account())
    expect(fieldErrors(error)).toEqual({ email: 'Must be an address' })
    expect(explain(error)).toBe('email: must be an address')
  })

  it('says how long to wait', async () => {
    answers(429, { error: 'Too Many Requests', message: 'Wait.' }, { 'Retry-After': '600' })
    expect(explain(await failure(account()))).toBe('Too many tries. Please wait 10 minutes.')
  })

  it('names the request of a fault on the server and nothing else of it', async () => {
    answers(500, { error: 'Internal Server Error', message: 'panic: nil map', requestId: 'r-7' })
    const told = explain(await failure(account()))
    expect(told).toContain('r-7')
    expect(told).not.toContain('panic')
  })

  it('explains a missing connection and may be tried again', async () => {
    vi.stubGlobal('fetch', vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))))
    const error = await failure(account())
    expect(error.status).toBe(0)
    expect(explain(error)).toMatch(/cannot be reached/)
    expect(retriable(error)).toBe(true)
  })

  it('without a body still says something', async () => {
    vi.stubGlobal('fetch', vi.fn(async () => new Response('<html>', { status: 400, headers: { 'Content-Type': 'text/html' } })))
    expect(explain(await failure(account()))).not.toBe('')
  })
})
