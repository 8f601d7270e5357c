import { Anchor, Button, Card, Table, Text } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconPencilOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ask, jobs } from '~/api/client'
import type { MadeCorrection } from '~/api/models'
import { formatInstant } from '~/format/date'
import { factText, useCorrections } from '~/jobs/corrections'
import { DataTable } from '~/shell/data-table'
import { Pager } from '~/shell/pager'
import { Empty, QueryState } from '~/shell/states'
import { failed, said } from '~/shell/toast'
import { text } from '~/text'

const SIZE = 25
const listKey = ['admin', 'corrections']

/** Corrections lists the facts that administrators corrected for everybody, and takes them back. */
export function Corrections() {
  const [page, setPage] = useState(1)
  const list = useQuery({
    queryKey: [...listKey, page],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/admin/corrections', { params: { query: { page: page - 1, size: SIZE } }, signal })),
    placeholderData: keepPreviousData,
  })
  const made = text.facts.made
  return (
    <>
      <QueryState query={list} lines={4} height={52} />
      {list.data?.totalElements === 0 && (
        <Empty icon={IconPencilOff} title={made.none}>
          {made.noneHint}
        </Empty>
      )}
      {list.data && list.data.content.length > 0 && (
        <Card padding={0}>
          <DataTable minWidth={820} stacked verticalSpacing="xs" columns={[made.posting, made.fact, made.value, made.who, made.when, '']}>
            {list.data.content.map((c) => (
              <Row key={`${c.jobId} ${c.fact}`} correction={c} />
            ))}
          </DataTable>
        </Card>
      )}
      <Pager pages={list.data?.totalPages} page={page} onChange={setPage} />
    </>
  )
}

function Row({ correction: c }: { correction: MadeCorrection }) {
  const client = useQueryClient()
  const { withdraw } = useCorrections(c.jobId)
  const name = text.facts.names[c.fact]
  const undo = () =>
    withdraw
      .mutateAsync({ fact: c.fact, version: c.version })
      .then(() => said(text.facts.undone), failed)
      .finally(() => client.invalidateQueries({ queryKey: listKey }))
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/find?job=${c.jobId}`} size="sm" fw={550}>
          {c.title}
        </Anchor>
        <Text size="xs" c="dimmed">
          {c.company}
        </Text>
      </Table.Td>
      <Table.Td>{name}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{factText(c.fact, c.value) ?? text.facts.notStated}</Text>
        <Text size="xs" c="dimmed">
          {text.facts.found(factText(c.fact, c.found) ?? text.facts.notStated)}
        </Text>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {c.madeByEmail ? (
          <Anchor component={Link} to={`/admin/users/${c.madeBy}`} size="sm">
            {c.madeByEmail}
          </Anchor>
        ) : (
          (c.madeBy ?? text.none)
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatInstant(c.madeAt)}</Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant="subtle"
          loading={withdraw.isPending}
          aria-label={text.facts.made.undoOf(name, c.title)}
          onClick={undo}
        >
          {text.facts.undoAll}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
