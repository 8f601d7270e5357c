import { describe, expect, it } from 'vitest'
import type { Application } from '~/api/models'
import { byStatus, words } from './board'
import { arrange } from './moves'
import { neighbour, type Place } from './use-drag'
import { formatTable, orderOf, parseTable, sortedBy } from './table-state'

const application = (patch: Partial<Application>): Application => ({
  id: '1',
  jobPostId: null,
  status: 'APPLIED',
  appliedAt: null,
  endedAt: null,
  createdAt: '',
  updatedAt: '',
  lastActivityAt: '2026-01-01T00:00:00Z',
  job: { title: 'Pilot', company: 'Keel', companyLogoUrl: null, location: null, url: null },
  notes: null,
  nextStep: null,
  contact: null,
  portalUrl: null,
  tags: [],
  archivedAt: null,
  ...patch,
})

describe('the board', () => {
  it('keeps the order of the cards and leaves archived ones out', () => {
    const columns = byStatus(
      [
        application({ id: 'top' }),
        application({ id: 'below', lastActivityAt: '2026-02-01T00:00:00Z' }),
        application({ id: 'offer', status: 'OFFER' }),
        application({ id: 'archived', archivedAt: '2026-02-01T00:00:00Z' }),
      ],
      '',
    )
    expect(columns.APPLIED.map((a) => a.id)).toEqual(['top', 'below'])
    expect(columns.OFFER.map((a) => a.id)).toEqual(['offer'])
    expect(columns.GHOSTED).toEqual([])
  })

  it('finds by every word', () => {
    expect(byStatus([application({ tags: ['sea'] })], 'keel pilot sea').APPLIED).toHaveLength(1)
    expect(byStatus([application({})], 'keel baker').APPLIED).toHaveLength(0)
  })

  const cards = [application({ id: 'a' }), application({ id: 'b' }), application({ id: 'c', status: 'OFFER' })]

  it.each([
    [{ id: 'b', status: 'APPLIED', after: null } as const, 'b:APPLIED a:APPLIED c:OFFER'],
    [{ id: 'a', status: 'APPLIED', after: 'b' } as const, 'b:APPLIED a:APPLIED c:OFFER'],
    [{ id: 'a', status: 'OFFER', after: 'c' } as const, 'b:APPLIED c:OFFER a:OFFER'],
    [{ id: 'c', status: 'APPLIED' } as const, 'c:APPLIED a:APPLIED b:APPLIED'],
    [{ id: 'c', status: 'OFFER' } as const, 'a:APPLIED b:APPLIED c:OFFER'],
  ])('after the move %o stands as %s', (move, want) => {
    expect(arrange(cards, move).map((a) => `${a.id}:${a.status}`).join(' ')).toBe(want)
  })

  it('tells a screen reader where a card is', () => {
    const columns = byStatus(cards, '')
    const drag = { card: cards[0]!, from: { status: 'APPLIED' as const, index: 0 } }
    expect(words({ ...drag, to: drag.from }, columns, 'lifted')).toBe('Picked up Pilot. Applied, place 1 of 2.')
    expect(words({ ...drag, to: { status: 'OFFER', index: 1 } }, columns, 'dropped')).toBe('Pilot is now in Offer, place 2 of 2.')
    expect(words({ ...drag, to: null }, columns, 'dropped')).toBe('Pilot is back in Applied.')
  })

  it('follows the arrow keys over the columns that are shown', () => {
    const columns = byStatus(cards, '')
    const from = { status: 'APPLIED' as const, index: 1 }
    const drag = { card: cards[1]!, by: 'keyboard' as const, height: 90, from, to: from }
    const shown = ['APPLIED' as const, 'OFFER' as const]
    const pressing = (...keys: string[]) => keys.reduce((to, key) => neighbour(drag, to, key, { shown, columns }), from as Place)
    expect(pressing('ArrowUp', 'ArrowUp')).toEqual({ status: 'APPLIED', index: 0 })
    expect(pressing('ArrowDown')).toEqual(from)
    expect(pressing('ArrowRight')).toEqual({ status: 'OFFER', index: 1 })
    expect(pressing('ArrowRight', 'ArrowRight', 'ArrowUp')).toEqual({ status: 'OFFER', index: 0 })
    expect(pressing('ArrowLeft', 'a')).toEqual(from)
  })
})

describe('the table', () => {
  it('has all of its state in the address', () => {
    const address = 'q=keel&status=OFFER&tag=sea&archived=true&sort=company&order=desc&columns=status%2Ctags&page=3'
    const state = parseTable(new URLSearchParams(address))
    expect(formatTable(state).toString()).toBe(address)
    expect(formatTable(parseTable(new URLSearchParams('sort=x&order=y&status=z&page=-1'))).toString()).toBe('')
  })

  it('reverses a sort when its head is pressed again', () => {
    const state = parseTable(new URLSearchParams())
    const once = { ...state, ...sortedBy(state, 'company') }
    expect(orderOf(once)).toBe('asc')
    const twice = { ...once, ...sortedBy(once, 'company') }
    expect(orderOf(twice)).toBe('desc')
    expect(orderOf({ ...twice, ...sortedBy(twice, 'company') })).toBe('asc')
    expect(orderOf({ ...state, ...sortedBy(state, 'updated') })).toBe('asc')
  })
})
