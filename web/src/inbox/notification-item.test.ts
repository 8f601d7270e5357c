import { expect, it } from 'vitest'
import type { Notification } from '~/api/models'
import { addressOf } from './notification-item'

it.each([
  ['CUSTOM_REMINDER', 'a1', '/tracker/a1'],
  ['GHOSTED_ALERT', null, null],
  ['SECURITY_RECOMMENDATION', null, '/settings/security'],
])('a notice of type %s leads to its subject', (type, applicationId, want) => {
  expect(addressOf({ type, applicationId } as Notification)).toBe(want)
})
