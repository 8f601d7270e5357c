import { Badge, Card, Group, Progress, SegmentedControl, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, jobs } from '~/api/client'
import type { TriggerRecord, TriggerStatus } from '~/api/models'
import { dotted } from '~/format/bidi'
import { formatInstant } from '~/format/date'
import { formatDecimal, formatNumber } from '~/format/number'
import { DataTable } from '~/shell/data-table'
import { Pager } from '~/shell/pager'
import { QueryState } from '~/shell/states'
import { text } from '~/text'
import { later } from '~/text/later'

const SIZE = 10
const t = later.adminSystem.passes

type Origin = keyof typeof t.origins

export const triggersKey = ['admin', 'triggers']
const runColor: Record<TriggerStatus, string> = { queued: 'gray', running: 'sky', succeeded: 'pine', failed: 'rose' }

/** inFlight reports whether a pass has not ended. */
export const inFlight = (run: Pick<TriggerRecord, 'status'> | null | undefined) => run?.status === 'queued' || run?.status === 'running'

/** RunHistory lists requested and scheduled passes and follows those that run. */
export function RunHistory() {
  const [page, setPage] = useState(1)
  const [origin, setOrigin] = useState<Origin>('all')
  const list = useQuery({
    queryKey: [...triggersKey, 'list', origin, page],
    queryFn: ({ signal }) => {
      const query = { page: page - 1, size: SIZE, ...(origin === 'all' ? {} : { scheduled: origin === 'scheduled' }) }
      return ask(jobs.GET('/jobs/admin/triggers', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.content.some(inFlight) ? 1500 : 15_000),
  })
  return (
    <Card component="section" padding={0}>
      <Group justify="space-between" p="lg" pb="xs">
        <Title order={2} fz="h3">
          {later.admin.history}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t.origin}
          data={Object.entries(t.origins).map(([value, label]) => ({ value, label }))}
          value={origin}
          onChange={(o) => {
            setOrigin(o as Origin)
            setPage(1)
          }}
        />
      </Group>
      <QueryState query={list} lines={3} />
      {list.data?.content.length === 0 && (
        <Text c="dimmed" size="sm" px="lg" pb="lg">
          {t.none} {origin !== 'requested' && t.idle}
        </Text>
      )}
      {list.data && list.data.content.length > 0 && (
        <DataTable
          minWidth={640}
          stacked
          horizontalSpacing="lg"
          verticalSpacing="xs"
          columns={[later.admin.kind, later.admin.outcome, t.begun, later.admin.took, later.admin.result]}
        >
          {list.data.content.map((r) => (
            <Table.Tr key={r.id}>
              <Table.Td>
                <Text size="sm">{later.admin.kinds[r.kind].title}</Text>
                <Text size="xs" c="dimmed">
                  {r.requestedBy === null ? t.bySchedule : t.byAdministrator}
                </Text>
              </Table.Td>
              <Table.Td>
                <Outcome run={r} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatInstant(r.requestedAt)}</Table.Td>
              <Table.Td className="numeric">{duration(r)}</Table.Td>
              <Table.Td>
                {inFlight(r) ? (
                  <div aria-live="polite">
                    <Running run={r} />
                  </div>
                ) : (
                  <>
                    {unread(r) && <Text size="sm">{unread(r)}</Text>}
                    <Text size="sm" lineClamp={2} title={r.errorReason ?? r.resultSummary ?? undefined}>
                      {r.errorReason ?? r.resultSummary ?? text.none}
                    </Text>
                  </>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      <Pager size="sm" mt={0} p="md" pages={list.data?.totalPages} page={page} onChange={setPage} />
    </Card>
  )
}

/** Outcome shows the status of a pass. Boards that failed in one that succeeded are a warning. */
export function Outcome({ run: { status, progress } }: { run: Pick<TriggerRecord, 'status' | 'progress'> }) {
  const failed = progress?.boards?.failed ?? 0
  const partly = status === 'succeeded' && failed > 0
  return (
    <Badge color={partly ? 'amber' : runColor[status]} variant="light" tt="none" miw="max-content">
      {partly ? later.admin.partly(failed) : later.admin.status[status]}
    </Badge>
  )
}

/** unread says how many boards a crawl read, if it did not read all; else it is empty. */
export function unread({ progress }: Pick<TriggerRecord, 'progress'>): string {
  const boards = progress?.boards
  if (!boards || boards.failed + boards.waiting === 0) return ''
  return dotted(
    later.admin.boardsRead(boards.read),
    boards.failed > 0 && later.admin.boardsFailed(boards.failed),
    boards.waiting > 0 && later.admin.boardsWaiting(boards.waiting, boards.waitingUntil && formatInstant(boards.waitingUntil)),
  )
}

/** Running shows how far a pass is. */
export function Running({ run: { progress } }: { run: Pick<TriggerRecord, 'progress'> }) {
  const share = progress && progress.total > 0 ? (100 * progress.done) / progress.total : 100
  return (
    <>
      <Progress value={share} animated color="pine.6" aria-label={later.admin.progress} />
      <Text size="xs" c="dimmed" mt={4} className="numeric">
        {progress ? dotted(later.admin.of(formatNumber(progress.done), formatNumber(progress.total)), progress.note) : later.admin.waiting}
      </Text>
    </>
  )
}

function duration(r: TriggerRecord): string {
  if (!r.startedAt || !r.finishedAt) return text.none
  const seconds = (Date.parse(r.finishedAt) - Date.parse(r.startedAt)) / 1000
  return seconds < 90 ? later.admin.seconds(formatDecimal(seconds)) : later.admin.minutes(formatDecimal(seconds / 60))
}
