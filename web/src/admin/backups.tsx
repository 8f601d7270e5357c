import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ask, identity } from '~/api/client'
import type { Backups, BackupTask } from '~/api/models'
import { formatAgo, formatInstant } from '~/format/date'
import { formatBytes, formatDecimal, formatNumber } from '~/format/number'
import { DataTable } from '~/shell/data-table'
import { Problem, QueryState } from '~/shell/states'
import { later } from '~/text/later'
import { Section } from './section'

const t = later.adminSystem.backups
const key = ['admin', 'backups']

/** BackupCard shows the backups, starts one, and tests the newest. */
export function BackupCard() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask(identity.GET('/auth/admin/backups', { signal })),
    refetchInterval: ({ state: { data } }) => (data?.running ? 1000 : 30_000),
  })
  const start = useMutation({
    mutationFn: (task: BackupTask) => ask(identity.POST('/auth/admin/backups', { body: { task } })),
    onSuccess: (state) => client.setQueryData(key, state),
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
  const data = query.data
  // The checks and the size of the data folder speak of the newest backup.
  const newest = data && [data.items[0]?.name, data.lastTest?.at, data.lastFailure?.at].join(' ')
  const known = useRef(newest)
  useEffect(() => {
    if (known.current !== undefined && known.current !== newest) void client.invalidateQueries({ queryKey: ['admin', 'system'] })
    known.current = newest
  }, [client, newest])
  const busy = start.isPending || (data?.running ?? null) !== null
  return (
    <Section
      title={t.title}
      help={data?.available ? t.inFolder(data.folder) : undefined}
      action={
        data?.available && (
          <Group gap="xs">
            <Button size="sm" disabled={busy} loading={data.running === 'backup'} onClick={() => start.mutate('backup')}>
              {t.start.backup}
            </Button>
            <Button
              size="sm"
              variant="default"
              disabled={busy || data.items.length === 0}
              loading={data.running === 'test'}
              onClick={() => start.mutate('test')}
            >
              {t.start.test}
            </Button>
          </Group>
        )
      }
    >
      <QueryState query={query} lines={2} height={28} />
      <Stack gap="sm">
        <Problem error={start.error} />
        {data && !data.available && <Text size="sm">{t.unavailable}</Text>}
        {data?.available && <State backups={data} />}
      </Stack>
    </Section>
  )
}

/** State shows the schedule, what runs, how the last backup and the last test went, and the files. */
export function State({ backups: b }: { backups: Backups }) {
  return (
    <>
      <Text size="sm">
        {b.schedule ? t.schedule(b.schedule, b.keep) : t.off} {b.nextAt && t.next(formatInstant(b.nextAt))}
      </Text>
      {b.running && (
        <Alert color="sky" variant="light" role="status">
          {t.running[b.running]}
        </Alert>
      )}
      {b.lastFailure && (
        <Alert color="rose" variant="light" role="alert" title={t.failed(formatAgo(b.lastFailure.at))}>
          <span style={{ overflowWrap: 'anywhere' }}>{b.lastFailure.reason}</span>
        </Alert>
      )}
      <LastTest test={b.lastTest} />
      {b.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      ) : (
        <DataTable minWidth={420} verticalSpacing="xs" columns={[t.taken, t.size, t.file]}>
          {b.items.map((i) => (
            <Table.Tr key={i.name}>
              <Table.Td title={formatInstant(i.takenAt)}>{formatAgo(i.takenAt)}</Table.Td>
              <Table.Td className="numeric">{formatBytes(i.bytes)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{i.name}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      <Text size="xs" c="dimmed">
        {t.testHelp}
      </Text>
    </>
  )
}

function LastTest({ test }: { test: Backups['lastTest'] }) {
  if (!test) {
    return (
      <Text size="sm" c="dimmed">
        {t.never}
      </Text>
    )
  }
  const when = formatAgo(test.at)
  return (
    <Alert color={test.passed ? 'pine' : 'rose'} variant="light" role="status" title={test.passed ? t.passed(when) : t.notPassed(when)}>
      <span style={{ overflowWrap: 'anywhere' }}>
        {test.reason ?? t.compared(formatNumber(test.tables), formatNumber(test.rows), formatDecimal(test.seconds))}
      </span>
    </Alert>
  )
}
