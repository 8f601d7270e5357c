import { Card, Table, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { ApplicationStatus, FlowPoint, PeriodStats } from '~/api/models'
import { formatNumber } from '~/format/number'
import { text } from '~/text'
import { layout, size } from './sankey'
import { statusColor } from './status'
import classes from './stats.module.css'

interface Props {
  flow: PeriodStats['flow']
  addressOf: (journey: { flowFrom?: string; flowTo?: string }) => string
}

/** Where all begin is neutral, and the two ends without a colour of their own differ in shade: a colour means one thing. */
const special: Partial<Record<FlowPoint, string>> = {
  APPLIED: 'var(--quiet)', OPEN: 'var(--mantine-color-sky-5)',
  WITHDRAWN: 'var(--mantine-color-gray-6)', GHOSTED: 'var(--mantine-color-gray-4)',
}

const colorOf = (point: FlowPoint) => special[point] ?? `var(--mantine-color-${statusColor[point as ApplicationStatus]}-5)`

/** Flow shows where applications went, as a diagram and as a table with the same links. */
export function Flow({ flow, addressOf }: Props) {
  const { nodes, bands, height } = layout(flow)
  const names = text.stats.points
  return (
    <Card component="section" className={classes.flowCard}>
      <Title order={2} fz="h3">
        {text.stats.flow}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {text.stats.flowHint}
      </Text>
      <div className={classes.flow}>
        {/* The table beside it says the same, and its links can be reached by keyboard. */}
        <svg viewBox={`0 ${-size.label} ${size.width} ${height + size.label + 8}`} className={classes.sankey} aria-hidden>
          {bands.map((b) => (
            <Link key={`${b.from}-${b.to}`} to={addressOf({ flowFrom: b.from, flowTo: b.to })} tabIndex={-1}>
              <path d={b.path} fill={colorOf(b.to)} className={classes.band} data-flow={`${b.from}-${b.to}`}>
                <title>{`${text.stats.went(names[b.from], names[b.to])}: ${formatNumber(b.value)}`}</title>
              </path>
            </Link>
          ))}
          {nodes.map((n) => (
            <g key={n.point}>
              <rect x={n.x} y={n.y} width={size.node} height={Math.max(n.height, 1.5)} rx={3} fill={colorOf(n.point)} />
              {/* Beside the last points, above the others: bands leave those at their right. */}
              <text x={n.end ? n.x + size.node + 6 : n.x} y={n.end ? n.y + n.height / 2 + 4.5 : n.y - 7} className={classes.point}>
                {names[n.point]} <tspan className={classes.count}>{formatNumber(n.value)}</tspan>
              </text>
            </g>
          ))}
        </svg>
        <Table className={classes.flowTable} verticalSpacing={4} captionSide="top">
          <Table.Caption ta="left" mt={0}>{text.stats.flowTable}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.stats.from}</Table.Th>
              <Table.Th>{text.stats.to}</Table.Th>
              <Table.Th ta="right">{text.stats.total}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {flow.map((f) => (
              <Table.Tr key={`${f.from}-${f.to}`}>
                <Table.Td>{names[f.from]}</Table.Td>
                <Table.Td>{names[f.to]}</Table.Td>
                <Table.Td ta="right" className="numeric">
                  <Link
                    to={addressOf({ flowFrom: f.from, flowTo: f.to })}
                    className={classes.link}
                    aria-label={text.stats.flowLink(formatNumber(f.applications), names[f.from], names[f.to])}
                  >
                    {formatNumber(f.applications)}
                  </Link>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  )
}
