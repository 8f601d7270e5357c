import type { FlowPoint, PeriodStats } from '~/api/models'

type Flow = PeriodStats['flow']

/** The columns of the diagram: the stages, then where applications are now, from good to bad. */
const columns: FlowPoint[][] = [
  ['APPLIED'], ['SCREENING'], ['INTERVIEW'], ['OFFER'], ['ACCEPTED', 'OPEN', 'WITHDRAWN', 'REJECTED', 'GHOSTED'],
]

export const size = { width: 760, height: 340, node: 12, gap: 16, labels: 120, most: 24 }

export interface Node {
  point: FlowPoint
  value: number
  x: number
  y: number
  height: number
}

export interface Band {
  from: FlowPoint
  to: FlowPoint
  value: number
  path: string
  width: number
}

/** layout places the points and the bands between them. The height of a point stands for its number of applications. */
export function layout(flow: Flow): { nodes: Node[]; bands: Band[]; height: number } {
  const sum = (of: Flow) => of.reduce((n, f) => n + f.applications, 0)
  const values = new Map<FlowPoint, number>()
  for (const point of columns.flat()) {
    const value = Math.max(sum(flow.filter((f) => f.to === point)), sum(flow.filter((f) => f.from === point)))
    if (value > 0) values.set(point, value)
  }
  const ends = columns.at(-1)!.filter((p) => values.has(p))
  const gaps = size.gap * Math.max(ends.length - 1, 0)
  const sent = values.get('APPLIED') ?? 0
  const scale = Math.min((size.height - gaps) / Math.max(sent, 1), size.most) // few applications make a low diagram
  const step = (size.width - size.labels - size.node) / (columns.length - 1)
  const nodes = new Map<FlowPoint, Node>()
  for (const [i, column] of columns.entries()) {
    let y = 0
    for (const point of column.filter((p) => values.has(p))) {
      const value = values.get(point)!
      nodes.set(point, { point, value, x: i * step, y, height: value * scale })
      y += value * scale + size.gap
    }
  }
  // Bands leave and arrive in the order of the points, so that they do not cross at their ends.
  const left = new Map<FlowPoint, number>()
  const right = new Map<FlowPoint, number>()
  const order = columns.flat()
  const sorted = [...flow].sort((a, b) => order.indexOf(a.to) - order.indexOf(b.to) || order.indexOf(a.from) - order.indexOf(b.from))
  const starts = new Map(sorted.map((f) => [f, take(left, nodes.get(f.from)!, f.applications * scale)]))
  const arriving = [...sorted].sort((a, b) => order.indexOf(b.from) - order.indexOf(a.from))
  const bands = arriving.map((f) => {
    const [a, b] = [nodes.get(f.from)!, nodes.get(f.to)!]
    const width = f.applications * scale
    const [y0, y1] = [starts.get(f)! + width / 2, take(right, b, width) + width / 2]
    const [x0, x1] = [a.x + size.node, b.x]
    const middle = (x0 + x1) / 2
    const path = `M${x0},${y0.toFixed(1)} C${middle},${y0.toFixed(1)} ${middle},${y1.toFixed(1)} ${x1},${y1.toFixed(1)}`
    return { from: f.from, to: f.to, value: f.applications, path, width: Math.max(width, 1.5) }
  })
  return { nodes: [...nodes.values()], bands, height: sent * scale + gaps }
}

/** take returns where the next band meets a point, and uses that place up. */
function take(used: Map<FlowPoint, number>, node: Node, width: number): number {
  const at = used.get(node.point) ?? node.y
  used.set(node.point, at + width)
  return at
}
