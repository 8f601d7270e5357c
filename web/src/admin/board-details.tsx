import { Alert, Anchor, Badge, Drawer, Group, Stack, Table, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { BoardAction, Pull, PullOutcome, PullTarget } from '~/api/models'
import { formatAgo, formatInstant } from '~/format/date'
import { formatBytes, formatDecimal, formatNumber } from '~/format/number'
import { sourceName } from '~/jobs/describe'
import { DataTable } from '~/shell/data-table'
import { QueryState } from '~/shell/states'
import { later } from '~/text/later'
import { BoardActions } from './board-actions'
import classes from './board-details.module.css'
import { useBoard } from './board-queries'

const t = later.adminSystem.boards

const outcomeColor: Record<PullOutcome, string> = { complete: 'pine', unchanged: 'pine', partial: 'amber', failed: 'rose' }

/** BoardDetails shows how the last pulls of a board went, and what can be done with it. */
export function BoardDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useBoard(id)
  const board = query.data?.target
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={board?.companyName ?? t.title}>
      <QueryState query={query} lines={4} height={60} />
      {query.data && board && (
        <Stack gap="lg">
          <div>
            <Text size="sm">
              {sourceName(board.sourceType)} · <span style={{ overflowWrap: 'anywhere' }}>{board.token}</span>
            </Text>
            {board.companySlug && (
              <Anchor component={Link} to={`/companies/${board.companySlug}`} size="sm">
                {t.openCompany(formatNumber(board.openPostings))}
              </Anchor>
            )}
          </div>
          <BoardActions board={board} buttons onDeleted={onClose} />
          <LastAction board={board} request={query.data.request} />
          <section aria-labelledby="pulls">
            <Title order={3} fz="h4" id="pulls" mb="xs">
              {t.pulls}
            </Title>
            {query.data.pulls.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t.noPulls}
              </Text>
            ) : (
              <>
                <PullStrip pulls={query.data.pulls} />
                <PullTable pulls={query.data.pulls} />
              </>
            )}
          </section>
        </Stack>
      )}
    </Drawer>
  )
}

interface LastActionProps {
  board: PullTarget
  request: { action: BoardAction; errorReason: string | null } | null
}

function LastAction({ board, request }: LastActionProps) {
  if (board.pendingAction) {
    return (
      <Alert color="sky" variant="light" role="status">
        {t.pending[board.pendingAction]}
      </Alert>
    )
  }
  if (!request?.errorReason) return null
  return (
    <Alert color="amber" variant="light" role="status" title={t.didNot[request.action]}>
      <span style={{ overflowWrap: 'anywhere' }}>{request.errorReason}</span>
    </Alert>
  )
}

/** PullStrip shows pulls as bars, the newest at the right: the height is the number of postings, the colour the outcome. */
export function PullStrip({ pulls }: { pulls: Pull[] }) {
  const most = Math.max(1, ...pulls.map((p) => p.seen))
  const well = pulls.filter((p) => p.outcome === 'complete' || p.outcome === 'unchanged').length
  return (
    <>
      <div className={classes.strip} role="img" aria-label={t.strip(well, pulls.length)}>
        {[...pulls].reverse().map((p) => (
          <div
            key={p.id}
            className={classes.bar}
            data-outcome={p.outcome}
            title={`${formatInstant(p.pulledAt)}: ${t.outcome[p.outcome]}, ${t.seen(p.seen)}`}
            style={{ height: p.outcome === 'failed' ? '100%' : `${(100 * p.seen) / most}%` }}
          />
        ))}
      </div>
      <Text size="sm" c="dimmed" mt={6}>
        {t.strip(well, pulls.length)}
      </Text>
    </>
  )
}

function PullTable({ pulls }: { pulls: Pull[] }) {
  return (
    <DataTable minWidth={560} verticalSpacing="xs" horizontalSpacing="xs" mt="md" columns={[t.when, t.result, t.postings, t.cost]}>
      {pulls.map((p) => (
        <Table.Tr key={p.id}>
          <Table.Td title={formatInstant(p.pulledAt)} style={{ whiteSpace: 'nowrap' }}>
            {formatAgo(p.pulledAt)}
          </Table.Td>
          <Table.Td>
            <Group gap={6}>
              <Badge color={outcomeColor[p.outcome]} variant="light" tt="none">
                {t.outcome[p.outcome]}
              </Badge>
              {p.httpStatus !== null && p.httpStatus >= 400 && (
                <Text size="xs" c="dimmed">
                  {p.httpStatus}
                </Text>
              )}
            </Group>
            {p.error && (
              <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
                {p.error}
              </Text>
            )}
          </Table.Td>
          <Table.Td className="numeric">
            <Text size="sm">{formatNumber(p.seen)}</Text>
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {changes(p)}
            </Text>
          </Table.Td>
          <Table.Td className="numeric" style={{ whiteSpace: 'nowrap' }}>
            <Text size="sm">{later.admin.requests(p.requests, formatBytes(p.bytes))}</Text>
            <Text size="xs" c="dimmed">
              {later.admin.seconds(formatDecimal(p.durationMs / 1000))}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  )
}

/** changes says what a pull found new, changed and gone. */
export function changes(p: Pick<Pull, 'created' | 'changed' | 'reopened' | 'closed'>): string {
  const parts = [
    p.created > 0 && t.created(formatNumber(p.created)),
    p.changed > 0 && t.changed(formatNumber(p.changed)),
    p.reopened > 0 && t.reopened(formatNumber(p.reopened)),
    p.closed > 0 && t.closed(formatNumber(p.closed)),
  ]
  return parts.filter(Boolean).join(', ') || t.noChange
}
