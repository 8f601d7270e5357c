import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Application } from '~/api/models'
import { json, serve, show } from '~/testing'
import { BoardCard } from './board-card'

const card = (id: string, title: string) =>
  ({
    id, status: 'APPLIED', job: { title, company: 'Keel', companyLogoUrl: null }, tags: [], nextStep: null, appliedAt: null,
    lastActivityAt: '2026-03-02T09:00:00Z', archivedAt: null,
  }) as unknown as Application

const handlers = { onMouseDown: vi.fn(), onTouchStart: vi.fn(), onKeyDown: vi.fn() }

beforeEach(() => void serve(() => json({ id: '1', changed: 1 })))

function column(...cards: Application[]) {
  show(
    <section data-column="APPLIED">
      <h2 tabIndex={-1}>Applied</h2>
      {cards.map((a) => (
        <BoardCard key={a.id} application={a} selected={false} onMove={vi.fn()} onSelect={vi.fn()} handlers={handlers} />
      ))}
    </section>,
  )
}

const menu = () => screen.getByRole('button', { name: 'Actions for Pilot' })

it('returns the focus to the button of a menu that is closed', async () => {
  column(card('a', 'Pilot'))
  await userEvent.click(menu())
  fireEvent.keyDown(await screen.findByRole('menu'), { key: 'Escape' })
  await waitFor(() => expect(menu()).toHaveFocus())
})

it.each(['Archive', 'Delete'])('goes to the next card after %s in the menu of one', async (action) => {
  column(card('a', 'Pilot'), card('b', 'Sailor'))
  await userEvent.click(menu())
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
  await waitFor(() => expect(screen.getByRole('group', { name: 'Sailor at Keel' })).toHaveFocus())
})

it('goes to the heading after the last card of a column was deleted', async () => {
  column(card('a', 'Pilot'))
  await userEvent.click(menu())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Applied' })).toHaveFocus())
})
