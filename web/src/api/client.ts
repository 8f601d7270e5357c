import createClient, { type Middleware } from 'openapi-fetch'
import { session } from '~/session/session'
import { text } from '~/text'
import { language } from '~/text/languages'
import type { paths as ApplicationPaths } from './applications'
import { connection } from './connection'
import { ApiError, errorOf } from './error'
import type { paths as GatewayPaths } from './gateway'
import type { paths as IdentityPaths } from './identity'
import type { paths as JobPaths } from './jobs'
import type { paths as NotificationPaths } from './notifications'
import { noteBuild } from './version'

const bearer: Middleware = {
  onRequest({ request }) {
    const token = session.token()
    if (token) request.headers.set('Authorization', `Bearer ${token}`)
    request.headers.set('Accept-Language', language) // a new account gets it
    return request
  },
  onResponse({ request, response }) {
    noteBuild(response.headers)
    // Only a rejected token ends the session: a wrong code or password is 422, and the login routes carry no token.
    // A late 401 for an older token must not end a newer session.
    const sent = request.headers.get('Authorization')
    if (response.status === 401 && sent && sent === `Bearer ${session.token()}`) session.end('expired')
  },
}

// fetch is looked up on each call because tests replace it after this module has loaded.
const options = { baseUrl: globalThis.location?.origin ?? '', fetch: (request: Request) => globalThis.fetch(request) }

function clientOf<Paths extends object>() {
  const client = createClient<Paths>(options)
  client.use(bearer)
  return client
}

export const identity = clientOf<IdentityPaths>()
export const jobs = clientOf<JobPaths>()
export const applications = clientOf<ApplicationPaths>()
export const notifications = clientOf<NotificationPaths>()
export const gateway = clientOf<GatewayPaths>()

type Answer<T> = { data?: T; error?: unknown; response: Response }

/** ask returns the body of a response, or throws an ApiError. */
export async function ask<T>(call: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>
  try {
    answer = await call
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') throw failure
    await connection.check()
    throw new ApiError(0, '', text.errors.unreachable)
  }
  // A proxy answers these when there is no server behind it.
  if (answer.response.status === 502 || answer.response.status === 504) await connection.check()
  if (!answer.response.ok) throw errorOf(answer.response.status, answer.response.headers, answer.error)
  return answer.data as T
}
