import { Anchor, Badge, Button, Card, Group, Select, Table, Text, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconPlus, IconWorldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ask, jobs } from '~/api/client'
import type { PullTarget, PullTargetStatus } from '~/api/models'
import { formatAgo, formatInstant } from '~/format/date'
import { formatBytes, formatNumber } from '~/format/number'
import { sourceName } from '~/jobs/describe'
import { DataTable } from '~/shell/data-table'
import { Pager } from '~/shell/pager'
import { SearchInput } from '~/shell/search-input'
import { Empty, QueryState } from '~/shell/states'
import { text } from '~/text'
import { later } from '~/text/later'
import { BoardActions } from './board-actions'
import { BoardDetails } from './board-details'
import { targetsKey, whilePending } from './board-queries'
import { pullTargetStatuses } from './enums'

const SIZE = 25

/** healthOf returns the state of a board in one word. */
export function healthOf(t: PullTarget): { word: string; color: string } {
  if (t.pendingAction) return { word: later.adminSystem.boards.pending[t.pendingAction], color: 'sky' }
  if (t.status !== 'active') return { word: later.admin.boardStatus[t.status], color: 'gray' }
  if (t.consecutiveFailures > 0) return { word: later.admin.failing(t.consecutiveFailures), color: 'rose' }
  if (!t.lastSuccessAt) return { word: later.admin.notYet, color: 'amber' }
  return { word: later.admin.healthy, color: 'pine' }
}

/** Boards lists the job boards and their state. */
export function Boards() {
  const [q, setQ] = useState('')
  const [status, setStatus] = useState<PullTargetStatus | null>(null)
  const [page, setPage] = useState(1)
  const [params, setParams] = useSearchParams()
  const shown = params.get('board')
  const open = (board: string | null) => setParams({ tab: 'boards', ...(board ? { board } : {}) })
  const filter = <T,>(set: (value: T) => void) => (value: T) => {
    set(value)
    setPage(1)
  }
  const list = useQuery({
    queryKey: [...targetsKey, q, status, page],
    queryFn: ({ signal }) => {
      const query = { q: q || undefined, status: status ?? undefined, page: page - 1, size: SIZE }
      return ask(jobs.GET('/jobs/admin/targets', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => whilePending(data?.content),
  })
  return (
    <>
      <Group mb="md">
        <SearchInput label={later.admin.findBoard} value={q} onChange={filter(setQ)} maxLength={100} w={{ base: '100%', xs: 260 }} />
        <Select
          aria-label={later.admin.outcome}
          placeholder={later.admin.anyStatus}
          data={pullTargetStatuses.map((s) => ({ value: s, label: later.admin.boardStatus[s] }))}
          value={status}
          onChange={filter(setStatus)}
          clearable
          clearButtonProps={{ 'aria-label': later.admin.anyStatus }}
          w={160}
        />
        <Button component={Link} to="/employers/add" leftSection={<IconPlus size={16} aria-hidden />} ml="auto">
          {text.addEmployer.title}
        </Button>
      </Group>
      <QueryState query={list} lines={4} height={52} />
      {list.data?.content.length === 0 && (
        <Empty icon={IconWorldOff} title={later.admin.noBoards}>
          {later.admin.noBoardsHint}
        </Empty>
      )}
      {list.data && list.data.content.length > 0 && (
        <Card padding={0}>
          <DataTable
            minWidth={1020}
            stacked
            highlightOnHover
            columns={[
              text.tracker.company, later.admin.board, later.admin.health, later.admin.open, later.admin.lastSuccess, later.admin.nextPull,
              later.admin.cost, '',
            ]}
          >
            {list.data.content.map((t) => (
              <Row key={t.id} target={t} onOpen={() => open(t.id)} />
            ))}
          </DataTable>
        </Card>
      )}
      <Pager pages={list.data?.totalPages} page={page} onChange={setPage} />
      {shown && <BoardDetails id={shown} onClose={() => open(null)} />}
    </>
  )
}

function Row({ target: t, onOpen }: { target: PullTarget; onOpen: () => void }) {
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
        <UnstyledButton onClick={onOpen} aria-label={later.adminSystem.boards.historyOf(t.companyName)}>
          <Text size="sm" c="var(--accent)">
            {sourceName(t.sourceType)}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t.token}
          </Text>
        </UnstyledButton>
      </Table.Td>
      <Table.Td>
        <Badge color={health.color} variant="light" tt="none" miw="max-content">
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
        <Text size="sm" miw="max-content" title={t.lastSuccessAt ? formatInstant(t.lastSuccessAt) : undefined}>
          {t.lastSuccessAt ? formatAgo(t.lastSuccessAt) : text.none}
        </Text>
        <Text size="xs" c="dimmed" miw="max-content" title={t.lastChangeAt ? formatInstant(t.lastChangeAt) : undefined}>
          {t.lastChangeAt ? later.admin.changed(formatAgo(t.lastChangeAt)) : later.admin.noChange}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm" miw="max-content" title={t.nextPullAt ? formatInstant(t.nextPullAt) : undefined}>
          {nextPull(t)}
        </Text>
        <Text size="xs" c="dimmed">
          {later.admin.every(t.pullIntervalMinutes)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{later.admin.requests(t.lastRequests, formatBytes(t.lastBytes))}</Text>
        {t.host && (
          <Text size="xs" c="dimmed" title={t.host.name}>
            {t.host.budget > 0
              ? later.admin.hostBudget(formatNumber(t.host.requestsThisHour), formatNumber(t.host.budget))
              : later.admin.hostRequests(formatNumber(t.host.requestsThisHour))}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <BoardActions board={t} />
      </Table.Td>
    </Table.Tr>
  )
}

/** nextPull returns when a scheduled pass pulls the board next. */
export function nextPull(t: PullTarget, now = new Date()): string {
  if (t.status !== 'active') return text.none
  return t.nextPullAt && new Date(t.nextPullAt) > now ? formatAgo(t.nextPullAt, now) : later.admin.nextPass
}
