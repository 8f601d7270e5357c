import { Badge, Card, Group, Pagination, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, jobs } from '~/api/client'
import type { TriggerRecord } from '~/api/models'
import { formatInstant } from '~/format/date'
import { formatDecimal } from '~/format/number'
import { Failure } from '~/shell/states'
import { text } from '~/text'
import { runColor, triggersKey } from './runs'

const SIZE = 10

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
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      {list.data?.content.length === 0 && (
        <Text c="dimmed" size="sm" px="lg" pb="lg">
          {text.admin.noHistory}
        </Text>
      )}
      {list.data && list.data.content.length > 0 && (
        <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table horizontalSpacing="lg" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.admin.kind}</Table.Th>
                <Table.Th>{text.admin.outcome}</Table.Th>
                <Table.Th>{text.admin.when}</Table.Th>
                <Table.Th>{text.admin.took}</Table.Th>
                <Table.Th>{text.admin.result}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
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
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {list.data && list.data.totalPages > 1 && (
        <Group justify="center" p="md">
          <Pagination size="sm" total={list.data.totalPages} value={page} onChange={setPage} getItemProps={(p) => ({ 'aria-label': text.pageNumber(p) })} getControlProps={(c) => ({ 'aria-label': text.pageControl[c] })} />
        </Group>
      )}
    </Card>
  )
}

function duration(r: TriggerRecord): string {
  if (!r.startedAt || !r.finishedAt) return text.none
  const seconds = (Date.parse(r.finishedAt) - Date.parse(r.startedAt)) / 1000
  return seconds < 90 ? text.admin.seconds(formatDecimal(seconds)) : text.admin.minutes(formatDecimal(seconds / 60))
}
