import { beforeEach, describe, expect, it } from 'vitest'
import { session } from '~/session/session'
import { json, serve } from '~/testing'
import { applications, ask, identity } from './client'
import { ApiError, explain, fieldErrors, hasStatus, retriable } from './error'

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

describe('a session', () => {
  it('is sent as a bearer token', async () => {
    const requests = serve([json({ id: '1' })])
    await account()
    expect(requests[0]!.headers.get('Authorization')).toBe('Bearer token-1')
  })

  it('ends on 401', async () => {
    serve([json({ error: 'Unauthorized', message: 'The token has ended.' }, 401)])
    expect(hasStatus(await failure(account()), 401)).toBe(true)
    expect(session.token()).toBeNull()
    expect(session.lastEnding()).toBe('expired')
    expect(sessionStorage.getItem('rolecall.session')).toBeNull()
  })

  it.each([400, 403, 404, 409, 422, 429, 500, 503])('survives %i', async (status) => {
    serve([json({ error: 'Title', message: 'Message.' }, status)])
    await failure(ask(identity.POST('/auth/account/2fa/disable', { body: { totpCode: '000000' } })))
    expect(session.token()).toBe('token-1')
  })

  it('is not ended by a late 401 for an older token', async () => {
    serve(() => {
      session.begin('token-2', 3600) // signed in again before the response arrives
      return json({}, 401)
    })
    await failure(account())
    expect(session.token()).toBe('token-2')
  })

  it('is kept for this tab only', () => {
    expect(sessionStorage.getItem('rolecall.session')).toContain('token-1')
    expect(JSON.stringify({ ...localStorage })).not.toContain('token-1')
  })
})

describe('a failure', () => {
  it('shows the message of the service', async () => {
    serve([json({ error: 'Conflict', message: 'You have applied already.' }, 409)])
    const error = await failure(ask(applications.POST('/applications', { body: { status: 'APPLIED' } })))
    expect(error).toMatchObject({ status: 409, title: 'Conflict' })
    expect(explain(error)).toBe('You have applied already.')
    expect(retriable(error)).toBe(false)
  })

  it('has messages by field', async () => {
    serve([json({ error: 'Validation Error', message: 'No.', fields: [{ name: 'email', message: 'must be an address' }] }, 400)])
    const error = await failure(account())
    expect(fieldErrors(error)).toEqual({ email: 'Must be an address' })
    expect(explain(error)).toBe('email: must be an address')
  })

  it('says how long to wait', async () => {
    serve([json({ error: 'Too Many Requests', message: 'Wait.' }, 429, { 'Retry-After': '600' })])
    expect(explain(await failure(account()))).toBe('Too many tries. Please wait 10 minutes.')
  })

  it('names the request of a server error and hides its details', async () => {
    serve([json({ error: 'Internal Server Error', message: 'panic: nil map', requestId: 'r-7' }, 500)])
    const told = explain(await failure(account()))
    expect(told).toContain('r-7')
    expect(told).not.toContain('panic')
  })

  it('explains a missing connection, and can be retried', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failure(account())
    expect(error.status).toBe(0)
    expect(explain(error)).toMatch(/cannot be reached/)
    expect(retriable(error)).toBe(true)
  })

  it('without a body still has a message', async () => {
    serve([new Response('<html>', { status: 400, headers: { 'Content-Type': 'text/html' } })])
    expect(explain(await failure(account()))).not.toBe('')
  })
})
