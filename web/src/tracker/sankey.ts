import type { FlowPoint, PeriodStats } from '~/api/models'

type Flow = PeriodStats['flow']
type Step = Flow[number]

/** The stages, one column each, then where applications are now, from good to bad, in the last column. */
const stages: FlowPoint[] = ['APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER']
const ends: FlowPoint[] = ['ACCEPTED', 'OPEN', 'WITHDRAWN', 'REJECTED', 'GHOSTED']

export const size = { width: 760, height: 400, node: 12, gap: 18, label: 24, labels: 120, most: 24 }

export interface Node {
  point: FlowPoint
  value: number
  x: number
  y: number
  height: number
  /** Whether it is in the last column, with nothing at its right. */
  end: boolean
}

export interface Band {
  from: FlowPoint
  to: FlowPoint
  value: number
  path: string
}

const sum = (of: Flow) => of.reduce((n, f) => n + f.applications, 0)
const columnOf = (point: FlowPoint) => (stages.includes(point) ? stages.indexOf(point) : stages.length)

/**
 * layout places the points and the bands between them. The height of a point stands for its number of applications.
 *
 * A band never lies on a point or its label. The middle stages are above the ends: a band to a later stage passes above the
 * stages it leaves out, and a band to an end falls right behind its stage and runs level from there.
 */
export function layout(flow: Flow): { nodes: Node[]; bands: Band[]; height: number } {
  const countAt = (point: FlowPoint) => Math.max(sum(flow.filter((f) => f.to === point)), sum(flow.filter((f) => f.from === point)))
  const values = new Map([...stages, ...ends].map((p) => [p, countAt(p)] as const).filter(([, value]) => value > 0))
  if (values.size === 0) return { nodes: [], bands: [], height: 0 }

  /** What a column has above the ends, from top to bottom: the bands that pass to later stages, the furthest first, and its stage. */
  const above = stages.map((_, column) =>
    stages
      .slice(Math.max(column, 1))
      .toReversed()
      .map((to) => flow.filter((f) => f.to === to && columnOf(f.from) < column))
      .filter((group) => group.length > 0)
      .map((bands) => ({ bands, to: bands[0]!.to, value: columnOf(bands[0]!.to) === column ? values.get(bands[0]!.to)! : sum(bands) })),
  )
  const shown = ends.filter((p) => values.has(p))
  const sent = values.get('APPLIED') ?? 0
  const heightAbove = (scale: number) =>
    Math.max(...above.map((groups) => groups.reduce((y, group) => y + group.value * scale + size.label, 0)))
  const gaps = size.gap * Math.max(shown.length - 1, 0)
  const room = size.height - gaps - size.label * Math.max(...above.map((groups) => groups.length))
  const most = Math.max(...above.map((groups) => groups.reduce((n, group) => n + group.value, 0)))
  const scale = Math.min(room / (sent + most), size.most) // few applications make a low diagram

  const step = (size.width - size.labels - size.node) / stages.length
  const top = heightAbove(scale)
  const height = top + sent * scale + gaps
  const nodes = new Map<FlowPoint, Node>()
  const put = (point: FlowPoint, y: number) => {
    const value = values.get(point)!
    nodes.set(point, { point, value, x: columnOf(point) * step, y, height: value * scale, end: columnOf(point) === stages.length })
  }

  /** Where each band is in the columns that it passes and in which it arrives. */
  const tops = new Map<Step, Map<number, number>>(flow.map((f) => [f, new Map()]))
  const stack = (bands: Step[], column: number, y: number) => {
    for (const f of bands) {
      tops.get(f)!.set(column, y)
      y += f.applications * scale
    }
  }
  put('APPLIED', (height - sent * scale) / 2)
  for (const [column, groups] of above.entries()) {
    let y = 0
    for (const { bands, to, value } of groups) {
      if (columnOf(to) === column) put(to, y)
      stack(bands.toSorted((a, b) => columnOf(a.from) - columnOf(b.from)), column, y)
      y += value * scale + size.label
    }
  }
  let y = top
  for (const end of shown) {
    put(end, y)
    // Those from later stages come from above.
    const arriving = flow.filter((f) => f.to === end).toSorted((a, b) => columnOf(b.from) - columnOf(a.from))
    for (let column = 1; column <= stages.length; column++) stack(arriving, column, y)
    y += values.get(end)! * scale + size.gap
  }

  const order = [...stages.toReversed(), ...ends]
  const bands = stages.flatMap((stage) => {
    const leaving = flow.filter((f) => f.from === stage).toSorted((a, b) => order.indexOf(a.to) - order.indexOf(b.to))
    stack(leaving, columnOf(stage), nodes.get(stage)?.y ?? 0)
    return leaving
  })
  return {
    nodes: [...nodes.values()],
    bands: bands.map((f) => {
      const path = pathOf(tops.get(f)!, columnOf(f.from), columnOf(f.to), f.applications * scale, step)
      return { from: f.from, to: f.to, value: f.applications, path }
    }),
    height,
  }
}

/** pathOf outlines a band: level beside and behind the points, a curve between two columns. */
function pathOf(tops: Map<number, number>, from: number, to: number, width: number, step: number): string {
  const thick = Math.max(width, 1.5)
  const edge = (columns: number[], below: number) =>
    columns.map((column, i) => {
      const next = columns[i + 1]
      if (next === undefined) return ''
      const [y0, y1] = [tops.get(column)! + below, tops.get(next)! + below]
      const [x0, x1] = next > column ? [column * step + size.node, next * step] : [column * step, next * step + size.node]
      const middle = (x0 + x1) / 2
      return `${point(x0, y0)} C${point(middle, y0)} ${point(middle, y1)} ${point(x1, y1)}`
    }).filter(Boolean).join(' L')
  const columns = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return `M${edge(columns, 0)} L${edge(columns.toReversed(), thick)} Z`
}

const point = (x: number, y: number) => `${x.toFixed(1)},${y.toFixed(1)}`
