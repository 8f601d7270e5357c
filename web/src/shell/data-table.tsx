import { Table, type TableProps } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import classes from './data-table.module.css'

interface Props extends TableProps {
  columns: ReactNode[]
  /** On narrower screens the table scrolls sideways. */
  minWidth: number
  /** On a phone each row is a block with a line for every cell but those with data-none, and nothing scrolls sideways. */
  stacked?: boolean
}

/** DataTable is a table with a heading for each column; its children are the rows. */
export function DataTable({ columns, minWidth, stacked, children, ...table }: Props) {
  // A phone shows the headings beside the cells: the style sheet takes them from these.
  const headings: CSSProperties = Object.fromEntries(
    columns.map((c, i) => [`--column-${i + 1}`, JSON.stringify(typeof c === 'string' ? c : '')]),
  )
  return (
    // A keyboard can only scroll what it can focus.
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      className={stacked ? classes.stacked : undefined}
    >
      <Table horizontalSpacing="md" verticalSpacing="sm" style={stacked ? headings : undefined} {...table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((c, i) => (
              <Table.Th key={i} role="columnheader">
                {c}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
