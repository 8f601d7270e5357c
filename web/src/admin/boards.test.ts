import { describe, expect, it } from 'vitest'
import type { PullTarget } from '~/api/models'
import { text } from '~/text'
import { later } from '~/text/later'
import { healthOf, nextPull } from './boards'

describe('nextPull', () => {
  const now = new Date('2026-03-02T09:00:00Z')
  const board = (patch: Partial<PullTarget>) => ({ status: 'active', nextPullAt: '2026-03-02T12:00:00Z', ...patch }) as PullTarget

  it('is the time that is left, unless the board is due or not pulled', () => {
    expect(nextPull(board({}), now)).toBe('in 3 hours')
    expect(nextPull(board({ nextPullAt: '2026-03-02T08:59:00Z' }), now)).toBe('Next pass')
    expect(nextPull(board({ nextPullAt: null }), now)).toBe('Next pass')
    expect(nextPull(board({ status: 'paused' }), now)).toBe(text.none)
  })

  it('comes with the interval in a unit that people use', () => {
    expect([45, 60, 1440, 4320].map(later.admin.every)).toEqual(['Every 45 min', 'Every 1 h', 'Every 24 h', 'Every 3 days'])
  })
})

it('tells how a board is doing', () => {
  const board = (patch: Partial<PullTarget>) => ({ health: 'healthy', ...patch }) as PullTarget
  expect(healthOf(board({})).word).toBe('Healthy')
  expect(healthOf(board({ health: 'failing', consecutiveFailures: 2 })).word).toBe('Failed 2 times')
  expect(healthOf(board({ health: 'unread' })).word).toBe('Not read yet')
  expect(healthOf(board({ health: 'paused' })).word).toBe('Paused')
  expect(healthOf(board({ health: 'pending', pendingAction: 'pause' })).word).toBe('Pausing')
})
