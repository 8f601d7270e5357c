import { describe, expect, it } from 'vitest'
import { formatShare } from '~/format/number'
import { shownZone } from '~/format/zone'
import { journeyNames, parseJourney } from './journey'
import { instants, parsePeriod } from './period'
import { layout, size } from './sankey'
import { barsOf } from './sent-bars'
import { formatTable, parseTable } from './table-state'

describe('the period', () => {
  const days = (address: string) => {
    const { from, to } = parsePeriod(new URLSearchParams(address), '2026-11-17')
    return [from, to]
  }
  it.each([
    ['', null, null],
    ['period=nonsense', null, null],
    ['period=year', '2026-01-01', null],
    ['period=30', '2026-10-19', null],
    ['period=own&from=2026-02-01&to=2026-02-28', '2026-02-01', '2026-02-28'],
    ['period=own&from=yesterday', null, null],
  ])('of %s is from %s to %s', (address, from, to) => {
    expect(days(address)).toEqual([from, to])
  })

  it('begins and ends with the days of the user', () => {
    shownZone.set('Europe/Madrid')
    const march = instants({ from: '2026-03-01', to: '2026-03-29' }) // the clock changes on its last day
    expect(march).toEqual({ since: '2026-02-28T23:00:00.000Z', until: '2026-03-29T22:00:00.000Z' })
    expect(instants({ from: null, to: null })).toEqual({})
    shownZone.set(null)
  })
})

describe('a figure', () => {
  it('leads to a table that names what it shows', () => {
    const address = 'archived=any&from=2026-01-01&to=2026-03-31&reached=OFFER&answered=false&waited=true&flowFrom=APPLIED&flowTo=OPEN'
    const state = parseTable(new URLSearchParams(address))
    expect(formatTable(state).toString()).toBe(address)
    expect(state.archived).toBeNull()
    expect(journeyNames(state.journey)).toHaveLength(5)
    expect(journeyNames(parseJourney(new URLSearchParams('reached=HIRED&flowTo=MARS')))).toEqual([])
  })

  it('says what it is a share of', () => {
    expect(formatShare(3, 12).replace(/\s/g, ' ')).toMatch(/^3 of 12 \(25 ?%\)$/)
  })
})

describe('the flow', () => {
  const flow = [
    { from: 'APPLIED' as const, to: 'INTERVIEW' as const, applications: 3 },
    { from: 'APPLIED' as const, to: 'REJECTED' as const, applications: 5 },
    { from: 'APPLIED' as const, to: 'OPEN' as const, applications: 2 },
    { from: 'INTERVIEW' as const, to: 'ACCEPTED' as const, applications: 1 },
    { from: 'INTERVIEW' as const, to: 'OPEN' as const, applications: 2 },
  ]

  it('gives every point the height of its applications', () => {
    const { nodes, bands } = layout(flow)
    const height = (point: string) => nodes.find((n) => n.point === point)!.height
    expect(height('APPLIED') / height('REJECTED')).toBeCloseTo(2)
    expect(height('OPEN') / height('ACCEPTED')).toBeCloseTo(4)
    expect(nodes.map((n) => n.point)).not.toContain('OFFER')
    expect(bands).toHaveLength(5)
  })

  it('lets no two points of a column overlap', () => {
    const { nodes } = layout(flow)
    const ends = nodes.filter((n) => n.x === Math.max(...nodes.map((m) => m.x))).sort((a, b) => a.y - b.y)
    for (const [i, n] of ends.entries()) if (i > 0) expect(n.y).toBeGreaterThan(ends[i - 1]!.y + ends[i - 1]!.height)
  })

  it('of few applications is low', () => {
    const one = layout([{ from: 'APPLIED', to: 'OPEN', applications: 1 }])
    expect(one.height).toBeLessThan(50)
    const many = layout(flow.map((f) => ({ ...f, applications: 100 * f.applications }))).height
    expect(many).toBeGreaterThan(0.8 * size.height)
    expect(many).toBeLessThanOrEqual(size.height)
  })

  it('lets a band lie on no point but those it connects', () => {
    const points = ['SCREENING', 'INTERVIEW', 'OFFER'] as const
    const ends = ['OPEN', 'REJECTED', 'GHOSTED', 'WITHDRAWN', 'ACCEPTED'] as const
    const order = ['APPLIED', ...points] as const
    const all = order.flatMap((from, i) => [...points.slice(i), ...ends].map((to, j) => ({ from, to, applications: 1 + ((i + j) % 4) })))
    const { nodes, bands } = layout(all)
    expect(bands).toHaveLength(all.length)
    for (const band of bands) {
      const corners = [...band.path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map((m) => [Number(m[1]), Number(m[2])] as const)
      for (const node of nodes.filter((n) => n.point !== band.from && n.point !== band.to)) {
        const there = corners.filter(([x]) => Math.abs(x - node.x) < 0.1 || Math.abs(x - node.x - size.node) < 0.1).map(([, y]) => y)
        if (there.length === 0) continue
        const beside = Math.max(...there) <= node.y + 0.1 || Math.min(...there) >= node.y + node.height - 0.1
        expect(beside, `${band.from} to ${band.to} on ${node.point}`).toBe(true)
      }
    }
  })

  it('of nothing is empty', () => {
    expect(layout([])).toEqual({ nodes: [], bands: [], height: 0 })
  })
})

describe('the bars', () => {
  it('count weeks, empty ones too', () => {
    const perDay = [{ day: '2026-06-16', applications: 2 }, { day: '2026-06-17', applications: 1 }, { day: '2026-07-01', applications: 4 }]
    const bars = barsOf(perDay, { from: null, to: null }, '2026-07-02')
    expect(bars.map((b) => [b.from, b.value])).toEqual([['2026-06-15', 3], ['2026-06-22', 0], ['2026-06-29', 4]])
    expect(bars[0]!.to).toBe('2026-06-21')
    expect(bars.map((b) => b.label)).toEqual(['Jun 15', 'Jun 22', 'Jun 29'])
  })

  it('count months in a long period', () => {
    const perDay = [{ day: '2025-11-30', applications: 1 }, { day: '2026-01-31', applications: 2 }]
    const bars = barsOf(perDay, { from: null, to: '2026-07-02' })
    expect(bars.slice(0, 3).map((b) => [b.from, b.to, b.value])).toEqual([
      ['2025-11-01', '2025-11-30', 1], ['2025-12-01', '2025-12-31', 0], ['2026-01-01', '2026-01-31', 2],
    ])
    expect(bars).toHaveLength(9)
  })
})
