import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Pull, PullTarget } from '~/api/models'
import { show } from '~/testing'
import { later } from '~/text/later'
import { actionsFor, BoardActions } from './board-actions'
import { changes, PullStrip } from './board-details'

const pull = (patch: Partial<Pull>): Pull => ({
  id: String(Math.random()), pulledAt: '2026-03-02T09:00:00Z', outcome: 'complete', httpStatus: 200, seen: 10, created: 0, changed: 0,
  reopened: 0, closed: 0, durationMs: 900, error: null, requests: 1, bytes: 100, ...patch,
})

it('shows pulls oldest first, and says how many succeeded', () => {
  const pulls = [pull({ outcome: 'failed', seen: 0 }), pull({ outcome: 'unchanged' }), pull({ seen: 5 })]
  const { container } = show(<PullStrip pulls={pulls} />)
  expect(screen.getByRole('img', { name: '2 of the last 3 reads succeeded.' })).toBeInTheDocument()
  const bars = [...container.querySelectorAll<HTMLElement>('[data-outcome]')]
  expect(bars.map((b) => b.dataset.outcome)).toEqual(['complete', 'unchanged', 'failed'])
  expect(bars.map((b) => b.style.height)).toEqual(['50%', '100%', '100%'])
})

it('names only what changed', () => {
  expect(changes(pull({ created: 2, closed: 1 }))).toBe('2 new, 1 closed')
  expect(changes(pull({}))).toBe('no change')
})

it('offers to read a board only while it is active', () => {
  expect(actionsFor({ status: 'active' })).toEqual(['retry', 'pause', 'delete'])
  expect(actionsFor({ status: 'paused' })).toEqual(['resume', 'delete'])
  expect(actionsFor({ status: 'gone' })).toEqual(['resume', 'delete'])
})

it('says in words what the crawler is doing with a board', () => {
  show(<BoardActions board={{ status: 'active', companyName: 'Tarn Labs', pendingAction: 'pause' } as PullTarget} />)
  expect(screen.getByRole('img', { name: later.adminSystem.boards.pending.pause })).toBeInTheDocument()
})
