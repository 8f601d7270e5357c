import { Anchor, Badge, Button, Card, Group, Table, Text, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconCircleCheck, IconPlus, IconWorldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ask, jobs } from '~/api/client'
import type { BoardHealth, BoardHealthCount, PullTarget } from '~/api/models'
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
import { boardHealths } from './enums'
import { HealthFilter } from './health-filter'

const SIZE = 25

/** healthOf returns the state of a board in one word. */
export function healthOf(t: PullTarget): { word: string; color: string } {
  const { boardHealth, failing } = later.admin
  if (t.pendingAction) return { word: later.adminSystem.boards.pending[t.pendingAction], color: healthColor.pending }
  return { word: t.health === 'failing' ? failing(t.consecutiveFailures) : boardHealth[t.health], color: healthColor[t.health] }
}

const healthColor: Record<BoardHealth, string> = {
  failing: 'rose', unread: 'amber', pending: 'sky', paused: 'gray', gone: 'gray', healthy: 'pine',
}

/** Boards lists the job boards and their state. */
export function Boards() {
  const [q, setQ] = useState('')
  const [page, setPage] = useState(1)
  const [params, setParams] = useSearchParams()
  const shown = params.get('board')
  const health = boardHealths.find((h) => h === params.get('health'))
  const go = (to: { board?: string; health?: BoardHealth }) => setParams({ tab: 'boards', ...to })
  const open = (board?: string) => go({ ...(health && { health }), ...(board && { board }) })
  const find = (words: string) => {
    setQ(words)
    setPage(1)
  }
  const filter = (by: BoardHealth | undefined) => {
    go(by ? { health: by } : {})
    setPage(1)
  }
  const list = useQuery({
    queryKey: [...targetsKey, q, health, page],
    queryFn: ({ signal }) => {
      const query = { q: q || undefined, health, page: page - 1, size: SIZE }
      return ask(jobs.GET('/jobs/admin/targets', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => whilePending(data?.content),
  })
  return (
    <>
      <Group mb="md">
        <SearchInput label={later.admin.findBoard} value={q} onChange={find} maxLength={100} w={{ base: '100%', xs: 260 }} />
        <Button component={Link} to="/employers/add?from=boards" leftSection={<IconPlus size={16} aria-hidden />} ml="auto">
          {text.addEmployer.title}
        </Button>
      </Group>
      {list.data && <HealthFilter counts={list.data.health} value={health} onChange={filter} />}
      <QueryState query={list} lines={4} height={52} />
      {list.data?.content.length === 0 && !list.isPlaceholderData && <Nothing q={q} health={health} counts={list.data.health} />}
      {list.data && list.data.content.length > 0 && (
        <Card padding={0}>
          <DataTable
            minWidth={1020}
            stacked
            highlightOnHover
            columns={[
              later.admin.company, later.admin.board, later.admin.health, later.admin.open, later.admin.lastSuccess, later.admin.nextPull,
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
      {shown && <BoardDetails id={shown} onClose={() => open()} />}
    </>
  )
}

/** Nothing says why no board is listed. Under the filter for failing boards that is good news. */
function Nothing({ q, health, counts }: { q: string; health: BoardHealth | undefined; counts: BoardHealthCount[] }) {
  const others = counts.filter((c) => c.boards > 0)
  if (!q && health === 'failing' && others.length > 0) {
    const healthy = others.every((c) => c.health === 'healthy')
    return <Empty icon={IconCircleCheck} title={healthy ? later.admin.allHealthy : later.admin.noneFailing} />
  }
  if (q || health) return <Empty icon={IconWorldOff} title={later.admin.noneFit} />
  return (
    <Empty icon={IconWorldOff} title={later.admin.noBoards}>
      {later.admin.noBoardsHint}
    </Empty>
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
