import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { BoardHealth, PullTarget } from '~/api/models'
import { json, serve, show } from '~/testing'
import { text } from '~/text'
import { later } from '~/text/later'
import { Boards, healthOf, nextPull } from './boards'
import { boardHealths } from './enums'

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

describe('the list under the filter for failing boards', () => {
  const page = (boards: Partial<Record<BoardHealth, number>>) => {
    const health = boardHealths.map((h) => ({ health: h, boards: boards[h] ?? 0 }))
    serve(() => json({ content: [], health, page: 0, size: 25, totalElements: 0, totalPages: 0 }))
    show(<Boards />, '/admin?tab=boards&health=failing')
  }

  it('says that all boards are healthy', async () => {
    page({ healthy: 3 })
    expect(await screen.findByRole('heading', { name: 'All boards are healthy' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Failing (0)', pressed: true })).toBeInTheDocument()
  })

  it('says only that none fails while some are paused or not read yet', async () => {
    page({ healthy: 3, unread: 1 })
    expect(await screen.findByRole('heading', { name: 'No board is failing' })).toBeInTheDocument()
  })

  it('does not call boards healthy when there is none', async () => {
    page({})
    expect(await screen.findByRole('heading', { name: 'No board fits these filters' })).toBeInTheDocument()
  })
})
