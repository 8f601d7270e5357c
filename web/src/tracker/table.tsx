import { Badge, Button, Card, Group, MultiSelect, Pagination, Select, Skeleton, Table, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconLayoutKanban, IconSearch } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { applications, ask } from '~/api/client'
import type { ApplicationStatus } from '~/api/models'
import { formatAgo, formatCalendarDay, formatDay } from '~/format/date'
import { CompanyLogo } from '~/jobs/company-logo'
import { Empty, Failure } from '~/shell/states'
import { useTyped } from '~/shell/use-typed'
import { text } from '~/text'
import { useNewApplication } from './new-application'
import { statusColor, statuses } from './status'
import { TrackerPage } from './tracker-page'

const SIZE = 25
const sorts = ['updated', 'applied', 'company'] as const
type Sort = (typeof sorts)[number]

/** ApplicationTable is the tracker as a list that can be searched and sorted. */
export default function ApplicationTable() {
  const [params, setParams] = useSearchParams()
  const { open, dialog } = useNewApplication()
  const q = params.get('q') ?? ''
  const status = params.getAll('status').filter((s): s is ApplicationStatus => statuses.includes(s as ApplicationStatus))
  const sort = sorts.find((s) => s === params.get('sort')) ?? 'updated'
  const page = Math.max(Number.parseInt(params.get('page') ?? '1', 10) || 1, 1)

  const change = (patch: { q?: string; status?: string[]; sort?: Sort; page?: number }, replace = false) => {
    const next = { q, status: status as string[], sort, page: 1, ...patch }
    const to = new URLSearchParams()
    if (next.q) to.set('q', next.q)
    for (const s of next.status) to.append('status', s)
    if (next.sort !== 'updated') to.set('sort', next.sort)
    if (next.page > 1) to.set('page', String(next.page))
    setParams(to, { replace, preventScrollReset: true })
  }

  const list = useQuery({
    queryKey: ['applications', 'list', q, status, sort, page],
    queryFn: ({ signal }) => ask(applications.GET('/applications', { params: { query: { ...(q ? { q } : {}), ...(status.length ? { status } : {}), sort, page: page - 1, size: SIZE } }, signal })),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.content ?? []
  const filtered = q !== '' || status.length > 0

  return (
    <TrackerPage
      view="table"
      onNew={() => open()}
      tools={
        <Group gap="xs">
          <QueryField value={q} onChange={(v) => change({ q: v }, true)} />
          <MultiSelect aria-label={text.tracker.statusLabel} placeholder={status.length ? undefined : text.tracker.anyStatus} data={statuses.map((s) => ({ value: s, label: text.status[s] }))} value={status} onChange={(v) => change({ status: v })} size="sm" miw={180} maw={340} clearable clearButtonProps={{ 'aria-label': text.tracker.anyStatus }} />
          <Select aria-label={text.jobs.sortBy} data={sorts.map((s) => ({ value: s, label: text.tracker.sorts[s] }))} value={sort} onChange={(v) => change({ sort: v as Sort })} allowDeselect={false} w={170} />
        </Group>
      }
    >
      {dialog}
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 ? (
        <Empty icon={IconLayoutKanban} title={filtered ? text.tracker.noMatch : text.tracker.empty} action={filtered ? <Button variant="light" onClick={() => change({ q: '', status: [] })}>{text.jobs.clearAll}</Button> : <Button component={Link} to="/find">{text.nav.find}</Button>}>
          {filtered ? text.tracker.noMatchHint : text.tracker.emptyHint}
        </Empty>
      ) : (
        <Card padding={0}>
          <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{text.tracker.position}</Table.Th>
                  <Table.Th>{text.tracker.statusLabel}</Table.Th>
                  <Table.Th>{text.tracker.applied}</Table.Th>
                  <Table.Th>{text.tracker.nextStep}</Table.Th>
                  <Table.Th>{text.tracker.activity}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.isPending &&
                  Array.from({ length: 8 }, (_, i) => (
                    <Table.Tr key={i}>
                      <Table.Td colSpan={5}>
                        <Skeleton h={34} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                {rows.map((a) => (
                  <Table.Tr key={a.id}>
                    <Table.Td>
                      <Group gap="sm" wrap="nowrap">
                        <CompanyLogo name={a.job.company} url={a.job.companyLogoUrl} size={32} />
                        <div>
                          <Text component={Link} to={`/tracker/${a.id}`} fw={570} size="sm" c="inherit" td="none">
                            {a.job.title}
                          </Text>
                          <Text size="xs" c="dimmed">
                            {[a.job.company, a.job.location].filter(Boolean).join(' · ')}
                          </Text>
                        </div>
                      </Group>
                    </Table.Td>
                    <Table.Td>
                      <Badge color={statusColor[a.status]} variant="light" tt="none">
                        {text.status[a.status]}
                      </Badge>
                    </Table.Td>
                    <Table.Td>{a.appliedAt ? formatDay(a.appliedAt) : text.none}</Table.Td>
                    <Table.Td>{a.nextStep?.date ? `${a.nextStep.label ?? text.tracker.nextStep} · ${formatCalendarDay(a.nextStep.date)}` : text.none}</Table.Td>
                    <Table.Td>
                      <Text size="sm" c="dimmed">
                        {formatAgo(a.lastActivityAt)}
                      </Text>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Card>
      )}
      {list.data && list.data.totalPages > 1 && (
        <Group justify="center" mt="md">
          <Pagination total={list.data.totalPages} value={page} onChange={(p) => change({ page: p })} getItemProps={(p) => ({ 'aria-label': text.pageNumber(p) })} getControlProps={(c) => ({ 'aria-label': text.pageControl[c] })} />
        </Group>
      )}
    </TrackerPage>
  )
}

function QueryField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, type] = useTyped(value, onChange)
  return <TextInput type="search" aria-label={text.tracker.filter} placeholder={text.tracker.filter} leftSection={<IconSearch size={15} />} value={typed} maxLength={200} onChange={(e) => type(e.currentTarget.value)} w={200} />
}
