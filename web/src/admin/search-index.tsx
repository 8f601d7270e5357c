import { Badge, Card, Group, Progress, SimpleGrid, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconListSearch } from '@tabler/icons-react'
import { ask, jobs } from '~/api/client'
import type { IndexStatus } from '~/api/models'
import { formatAgo, formatInstant } from '~/format/date'
import { formatBytes, formatNumber } from '~/format/number'
import { QueryState } from '~/shell/states'
import { later } from '~/text/later'

const t = later.admin.index

/** SearchIndex shows the state of the search index, and its progress while it is loading. */
export function SearchIndex() {
  const query = useQuery({
    queryKey: ['admin', 'index'],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/admin/index', { signal })),
    refetchInterval: ({ state }) => (state.data?.ready === false ? 1000 : 15_000),
  })
  if (!query.data) return <QueryState query={query} lines={1} height={180} />
  const { data } = query
  return (
    <Card component="section" aria-label={t.title}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <IconListSearch size={24} stroke={1.6} color="var(--accent)" aria-hidden style={{ flex: 'none' }} />
          <div>
            <Title order={2} fz="h3">
              {t.title}
            </Title>
            <Text size="sm" c="dimmed">
              {t.help}
            </Text>
          </div>
        </Group>
        <Badge color={data.ready ? 'pine' : 'sky'} variant="light" tt="none" style={{ flex: 'none' }}>
          {data.ready ? t.ready : t.loading}
        </Badge>
      </Group>
      {!data.ready && <Loading status={data} />}
      <Facts status={data} />
    </Card>
  )
}

function Loading({ status: { loaded, total } }: { status: IndexStatus }) {
  return (
    <>
      <Progress
        mt="md"
        value={total > 0 ? (100 * loaded) / total : 100}
        animated
        striped={total === 0}
        color="pine.6"
        aria-label={t.progress}
      />
      <Text size="xs" c="dimmed" mt={4} className="numeric" role="status">
        {later.admin.of(formatNumber(loaded), formatNumber(total))}
      </Text>
    </>
  )
}

function Facts({ status: s }: { status: IndexStatus }) {
  const compared = s.comparedAt && formatAgo(s.comparedAt)
  const facts = [
    { name: t.open, value: formatNumber(s.open) },
    { name: t.closed, value: formatNumber(s.closed) },
    { name: t.parts, value: formatNumber(s.parts) },
    { name: t.memory, value: formatBytes(s.bytes) },
    { name: t.perPosting, value: formatBytes(s.bytesPerPosting) },
    { name: t.applied, value: s.appliedAt && formatAgo(s.appliedAt), at: s.appliedAt },
    { name: t.snapshot, value: s.snapshotAt && formatAgo(s.snapshotAt), at: s.snapshotAt },
    { name: t.compared, value: compared && (s.comparison ? t.comparison(compared, s.comparison) : compared), at: s.comparedAt },
  ]
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="md" mt="lg" mb={0}>
      {facts.map((f) => (
        <div key={f.name}>
          <Text component="dt" size="xs" c="dimmed">
            {f.name}
          </Text>
          <Text component="dd" size="sm" m={0} className="numeric" title={f.at ? formatInstant(f.at) : undefined}>
            {f.value ?? t.never}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  )
}
