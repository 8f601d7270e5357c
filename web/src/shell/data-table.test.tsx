import { Table } from '@mantine/core'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '~/testing'
import { DataTable } from './data-table'

it('is a table to a screen reader, however the style sheet lays it out', () => {
  show(
    <DataTable columns={['Name']} minWidth={100} stacked>
      <Table.Tr>
        <Table.Td>Foo</Table.Td>
      </Table.Tr>
    </DataTable>,
  )
  const table = screen.getByRole('table')
  const roles = [...table.querySelectorAll('*')].map((part) => part.getAttribute('role'))
  expect([table.getAttribute('role'), ...roles]).toEqual(['table', 'rowgroup', 'row', 'columnheader', 'rowgroup', 'row', 'cell'])
})
