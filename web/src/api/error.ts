import { text } from '~/text'
import { translated } from '~/text/server'
import { connection } from './connection'
import type { TriggerRun } from './models'

interface Field {
  name: string
  message: string
}

/** ApiError is a failed call: the error body of a service, or no response at all (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    readonly title: string,
    message: string,
    readonly fields: Field[] = [],
    readonly retryAfter: number | null = null,
    readonly run: TriggerRun | null = null,
    readonly requestId: string | null = null,
  ) {
    super(message)
  }
}

/** errorOf reads the error body that all services share. Any other body becomes a general sentence. */
export function errorOf(status: number, headers: Headers, body: unknown): ApiError {
  const b = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const seconds = Number(headers.get('Retry-After'))
  return new ApiError(
    status,
    typeof b.error === 'string' ? b.error : '',
    typeof b.message === 'string' ? translated(b.message) : text.errors.unexpected,
    Array.isArray(b.fields) ? (b.fields as Field[]).map((f) => ({ ...f, message: translated(f.message) })) : [],
    Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    (b.run as TriggerRun | undefined) ?? null,
    typeof b.requestId === 'string' ? b.requestId : headers.get('X-Request-Id'),
  )
}

/** explain turns any failure into a sentence that says what happened and what to do. */
export function explain(failure: unknown): string {
  if (!(failure instanceof ApiError)) return text.errors.unexpected
  switch (true) {
    case failure.status === 0:
      return connection.isLost() ? text.phone.needsConnection : text.errors.unreachable
    case failure.status === 429:
      return text.errors.tooMany(failure.retryAfter)
    case failure.status === 503:
      return text.errors.unavailable
    case failure.status >= 500:
      return text.errors.server(failure.requestId)
    case failure.fields.length > 0:
      return failure.fields.map((f) => `${text.errors.field(f.name)} ${f.message}`).join('. ')
    default:
      return failure.message
  }
}

/** hasStatus reports whether the failure is an ApiError with one of the statuses. */
export function hasStatus(failure: unknown, ...statuses: number[]): failure is ApiError {
  return failure instanceof ApiError && statuses.includes(failure.status)
}

/** retriable reports whether the same call may succeed later. */
export function retriable(failure: unknown): boolean {
  return !(failure instanceof ApiError) || failure.status === 0 || failure.status === 502 || failure.status === 503
}

/** fieldErrors returns a service's messages by the field they are about. */
export function fieldErrors(failure: unknown): Record<string, string> {
  if (!(failure instanceof ApiError)) return {}
  return Object.fromEntries(failure.fields.map((f) => [f.name, f.message.charAt(0).toUpperCase() + f.message.slice(1)]))
}
