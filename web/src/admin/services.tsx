import { Alert, Badge, Group, Table, Text } from '@mantine/core'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { applications, ask, identity, jobs, notifications } from '~/api/client'
import type { QueueName, ServiceName } from '~/api/models'
import { formatAgo } from '~/format/date'
import { formatBytes, formatNumber } from '~/format/number'
import { DataTable } from '~/shell/data-table'
import { Lines } from '~/shell/skeletons'
import { text } from '~/text'
import { later } from '~/text/later'
import { Section } from './section'

const t = later.adminSystem.system

/** Report is what every service reports; their contracts differ only in the names of the queues. */
export interface Report {
  version: string
  schemas: { name: string; bytes: number }[]
  queues: { name: QueueName; waiting: number; due: number; late: number; givenUp: number; oldestAt: string | null }[]
}

const services: { name: ServiceName; read: (signal: AbortSignal) => Promise<Report> }[] = [
  { name: 'identity', read: (signal) => ask(identity.GET('/auth/admin/report', { signal })) },
  { name: 'jobs', read: (signal) => ask(jobs.GET('/jobs/admin/report', { signal })) },
  { name: 'applications', read: (signal) => ask(applications.GET('/applications/admin/report', { signal })) },
  { name: 'notifications', read: (signal) => ask(notifications.GET('/notifications/admin/report', { signal })) },
]

const sizeOf = (reports: Report[]) => reports.flatMap((r) => r.schemas).reduce((sum, s) => sum + s.bytes, 0)

/** Services shows what each service reports of itself. One that is away does not hide the others. */
export function Services() {
  const reports = useQueries({
    queries: services.map(({ name, read }) => ({
      queryKey: ['admin', 'report', name],
      queryFn: ({ signal }: { signal: AbortSignal }) => read(signal),
      refetchInterval: 15_000,
    })),
  })
  const known = reports.flatMap((r) => r.data ?? [])
  const versions = new Set(known.map((r) => r.version))
  return (
    <Section title={t.services} help={`${t.servicesHelp} ${t.lateHelp}`}>
      {versions.size > 1 && (
        <Alert color="amber" variant="light" mb="md">
          {t.otherVersion}
        </Alert>
      )}
      <DataTable minWidth={680} verticalSpacing="xs" columns={[t.what, t.waiting, t.due, t.late, t.givenUp, t.oldest]}>
        {services.map(({ name }, i) => (
          <Service key={name} name={name} report={reports[i]!} />
        ))}
      </DataTable>
      {known.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t.sizeOf(t.size, t.total(formatBytes(sizeOf(known))))}
        </Text>
      )}
    </Section>
  )
}

function Service({ name, report }: { name: ServiceName; report: UseQueryResult<Report> }) {
  const r = report.data
  return (
    <>
      <Table.Tr>
        <Table.Th colSpan={6} scope="rowgroup" style={{ fontWeight: 400 }}>
          <Group gap="sm">
            <Text size="sm" fw={600}>
              {t.service[name]}
            </Text>
            {report.isError && (
              <Badge color="rose" variant="light" tt="none">
                {t.away}
              </Badge>
            )}
            {r && (
              <Text size="xs" c="dimmed">
                {[t.version(r.version), formatBytes(sizeOf([r]))].join(' · ')}
              </Text>
            )}
          </Group>
          {report.isPending && <Lines count={1} height={20} />}
        </Table.Th>
      </Table.Tr>
      {r?.queues.map((q) => (
        <Table.Tr key={q.name}>
          <Table.Td pl="xl">{t.queue[q.name]}</Table.Td>
          <Table.Td className="numeric">{formatNumber(q.waiting)}</Table.Td>
          <Table.Td className="numeric">{formatNumber(q.due)}</Table.Td>
          <Table.Td className="numeric">
            {q.late > 0 ? (
              <Text size="sm" c="var(--mantine-color-error)" fw={600}>
                {formatNumber(q.late)}
              </Text>
            ) : (
              '0'
            )}
          </Table.Td>
          <Table.Td className="numeric">{formatNumber(q.givenUp)}</Table.Td>
          <Table.Td>{q.oldestAt ? formatAgo(q.oldestAt) : text.none}</Table.Td>
        </Table.Tr>
      ))}
    </>
  )
}
