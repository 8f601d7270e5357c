import { Badge, Card, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, jobs } from '~/api/client'
import type { TriggerRecord, TriggerStatus } from '~/api/models'
import { formatInstant } from '~/format/date'
import { formatDecimal } from '~/format/number'
import { DataTable } from '~/shell/data-table'
import { Pager } from '~/shell/pager'
import { Failure } from '~/shell/states'
import { text } from '~/text'

const SIZE = 10

export const triggersKey = ['admin', 'triggers']
export const runColor: Record<TriggerStatus, string> = { queued: 'gray', running: 'sky', succeeded: 'pine', failed: 'rose' }

export function RunHistory() {
  const [page, setPage] = useState(1)
  const list = useQuery({
    queryKey: [...triggersKey, 'list', page],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/admin/triggers', { params: { query: { page: page - 1, size: SIZE } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  })
  return (
    <Card component="section" padding={0}>
      <Title order={2} fz="h3" p="lg" pb="xs">
        {text.admin.history}
      </Title>
      {list.isError && <Failure error={list.error} retry={list.refetch} />}
      {list.data?.content.length === 0 && (
        <Text c="dimmed" size="sm" px="lg" pb="lg">
          {text.admin.noHistory}
        </Text>
      )}
      {list.data && list.data.content.length > 0 && (
        <DataTable
          minWidth={640}
          horizontalSpacing="lg"
          verticalSpacing="xs"
          columns={[text.admin.kind, text.admin.outcome, text.admin.when, text.admin.took, text.admin.result]}
        >
        {list.data.content.map((r) => (
          <Table.Tr key={r.id}>
            <Table.Td>{text.admin.kinds[r.kind].title}</Table.Td>
            <Table.Td>
              <Badge color={runColor[r.status]} variant="light" tt="none">
                {text.admin.status[r.status]}
              </Badge>
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatInstant(r.requestedAt)}</Table.Td>
            <Table.Td className="numeric">{duration(r)}</Table.Td>
            <Table.Td>
              <Text size="sm" lineClamp={2}>
                {r.resultSummary ?? r.errorReason ?? text.none}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
        </DataTable>
      )}
      <Pager size="sm" mt={0} p="md" pages={list.data?.totalPages} page={page} onChange={setPage} />
    </Card>
  )
}

function duration(r: TriggerRecord): string {
  if (!r.startedAt || !r.finishedAt) return text.none
  const seconds = (Date.parse(r.finishedAt) - Date.parse(r.startedAt)) / 1000
  return seconds < 90 ? text.admin.seconds(formatDecimal(seconds)) : text.admin.minutes(formatDecimal(seconds / 60))
}
