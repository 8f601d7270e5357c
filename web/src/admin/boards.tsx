import { Anchor, Badge, Card, Group, Pagination, Select, Table, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconSearch, IconWorldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ask, jobs } from '~/api/client'
import type { PullTarget, PullTargetStatus } from '~/api/models'
import { formatAgo, formatInstant } from '~/format/date'
import { formatNumber } from '~/format/number'
import { sourceName } from '~/jobs/describe'
import { Lines } from '~/shell/skeletons'
import { Empty, Failure } from '~/shell/states'
import { useTyped } from '~/shell/use-typed'
import { text } from '~/text'

const SIZE = 25
const statuses: PullTargetStatus[] = ['active', 'paused', 'gone']

/** healthOf says in a word how a board is doing. */
export function healthOf(t: PullTarget): { word: string; color: string } {
  if (t.status !== 'active') return { word: text.admin.boardStatus[t.status], color: 'gray' }
  if (t.consecutiveFailures > 0) return { word: text.admin.failing(t.consecutiveFailures), color: 'rose' }
  if (!t.lastSuccessAt) return { word: text.admin.notYet, color: 'amber' }
  return { word: text.admin.healthy, color: 'pine' }
}

/** Boards lists the pull targets and how they are doing. */
export function Boards() {
  const [q, setQ] = useState('')
  const [typed, type] = useTyped(q, (v) => {
    setQ(v)
    setPage(1)
  })
  const [status, setStatus] = useState<PullTargetStatus | null>(null)
  const [page, setPage] = useState(1)
  const list = useQuery({
    queryKey: ['admin', 'targets', q, status, page],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/admin/targets', { params: { query: { ...(q ? { q } : {}), ...(status ? { status } : {}), page: page - 1, size: SIZE } }, signal })),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Group mb="md">
        <TextInput type="search" aria-label={text.admin.findBoard} placeholder={text.admin.findBoard} leftSection={<IconSearch size={15} />} value={typed} onChange={(e) => type(e.currentTarget.value)} maxLength={100} w={260} />
        <Select aria-label={text.admin.outcome} placeholder={text.admin.anyStatus} data={statuses.map((s) => ({ value: s, label: text.admin.boardStatus[s] }))} value={status} onChange={(v) => { setStatus(v as PullTargetStatus | null); setPage(1) }} clearable clearButtonProps={{ 'aria-label': text.admin.anyStatus }} w={160} />
      </Group>
      {list.isPending && <Lines count={4} height={52} />}
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      {list.data?.content.length === 0 && (
        <Empty icon={IconWorldOff} title={text.admin.noBoards}>
          {text.admin.noBoardsHint}
        </Empty>
      )}
      {list.data && list.data.content.length > 0 && (
        <Card padding={0}>
          <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table horizontalSpacing="md" verticalSpacing="sm" highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{text.tracker.company}</Table.Th>
                  <Table.Th>{text.admin.board}</Table.Th>
                  <Table.Th>{text.admin.health}</Table.Th>
                  <Table.Th>{text.admin.open}</Table.Th>
                  <Table.Th>{text.admin.lastSuccess}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.data.content.map((t) => (
                  <Row key={t.id} target={t} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Card>
      )}
      {list.data && list.data.totalPages > 1 && (
        <Group justify="center" mt="md">
          <Pagination total={list.data.totalPages} value={page} onChange={setPage} getItemProps={(p) => ({ 'aria-label': text.pageNumber(p) })} getControlProps={(c) => ({ 'aria-label': text.pageControl[c] })} />
        </Group>
      )}
    </>
  )
}

function Row({ target: t }: { target: PullTarget }) {
  const health = healthOf(t)
  return (
    <Table.Tr>
      <Table.Td>
        {t.companySlug ? (
          <Anchor component={Link} to={`/companies/${t.companySlug}`} size="sm" fw={550}>
            {t.companyName}
          </Anchor>
        ) : (
          <Text size="sm">{t.companyName}</Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{sourceName(t.sourceType)}</Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t.token}
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge color={health.color} variant="light" tt="none">
          {health.word}
        </Badge>
        {t.lastError && (
          <Text size="xs" c="dimmed" mt={4} maw={260} lineClamp={2} title={t.lastError}>
            {t.lastError}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="numeric">{formatNumber(t.openPostings)}</Table.Td>
      <Table.Td>
        <Text size="sm" title={t.lastSuccessAt ? formatInstant(t.lastSuccessAt) : undefined}>
          {t.lastSuccessAt ? formatAgo(t.lastSuccessAt) : text.none}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}
