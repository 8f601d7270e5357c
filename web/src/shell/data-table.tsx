import { Table, type TableProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props extends TableProps {
  columns: ReactNode[]
  /** On narrower screens the table scrolls sideways. */
  minWidth: number
}

/** DataTable is a table with a heading for each column; its children are the rows. */
export function DataTable({ columns, minWidth, children, ...table }: Props) {
  return (
    // A keyboard can only scroll what it can focus.
    <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table horizontalSpacing="md" verticalSpacing="sm" {...table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((c, i) => (
              <Table.Th key={i}>{c}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
