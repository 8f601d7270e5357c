import { Badge, Button, Card, Group, MultiSelect, Select, Skeleton, Table, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconLayoutKanban } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { applications, ask } from '~/api/client'
import { applicationSorts, applicationStatuses } from '~/api/enums'
import type { ApplicationSort, ApplicationStatus } from '~/api/models'
import { formatAgo, formatCalendarDay, formatDay } from '~/format/date'
import { CompanyLogo } from '~/jobs/company-logo'
import { DataTable } from '~/shell/data-table'
import { Pager } from '~/shell/pager'
import { SearchInput } from '~/shell/search-input'
import { Empty, Failure } from '~/shell/states'
import { text } from '~/text'
import { useNewApplication } from './new-application'
import { statusColor, statusOptions } from './status'
import { TrackerPage } from './tracker-page'

const SIZE = 25

/** ApplicationTable lists applications, with a search and a sort. */
export default function ApplicationTable() {
  const [params, setParams] = useSearchParams()
  const { open, dialog } = useNewApplication()
  const q = params.get('q') ?? ''
  const status = params.getAll('status').filter((s): s is ApplicationStatus => applicationStatuses.includes(s as ApplicationStatus))
  const sort = applicationSorts.find((s) => s === params.get('sort')) ?? 'updated'
  const page = Math.max(Number.parseInt(params.get('page') ?? '1', 10) || 1, 1)

  const change = (patch: { q?: string; status?: string[]; sort?: ApplicationSort; page?: number }, replace = false) => {
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
    queryFn: ({ signal }) => {
      const query = { ...(q ? { q } : {}), ...(status.length ? { status } : {}), sort, page: page - 1, size: SIZE }
      return ask(applications.GET('/applications', { params: { query }, signal }))
    },
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
          <SearchInput label={text.tracker.filter} value={q} onChange={(v) => change({ q: v }, true)} maxLength={200} w={200} />
          <MultiSelect
            aria-label={text.tracker.statusLabel}
            placeholder={status.length ? undefined : text.tracker.anyStatus}
            data={statusOptions}
            value={status}
            onChange={(v) => change({ status: v })}
            size="sm"
            miw={180}
            maw={340}
            clearable
            clearButtonProps={{ 'aria-label': text.tracker.anyStatus }}
          />
          <Select
            aria-label={text.jobs.sortBy}
            data={applicationSorts.map((s) => ({ value: s, label: text.tracker.sorts[s] }))}
            value={sort}
            onChange={(v) => change({ sort: v as ApplicationSort })}
            allowDeselect={false}
            w={170}
          />
        </Group>
      }
    >
      {dialog}
      {list.isError && <Failure error={list.error} retry={list.refetch} />}
      {list.isSuccess && rows.length === 0 ? (
        <Empty
          icon={IconLayoutKanban}
          title={filtered ? text.tracker.noMatch : text.tracker.empty}
          action={
            filtered ? (
              <Button variant="light" onClick={() => change({ q: '', status: [] })}>
                {text.jobs.clearAll}
              </Button>
            ) : (
              <Button component={Link} to="/find">
                {text.nav.find}
              </Button>
            )
          }
        >
          {filtered ? text.tracker.noMatchHint : text.tracker.emptyHint}
        </Empty>
      ) : (
        <Card padding={0}>
          <DataTable
            minWidth={720}
            highlightOnHover
            style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}
            columns={[text.tracker.position, text.tracker.statusLabel, text.tracker.applied, text.tracker.nextStep, text.tracker.activity]}
          >
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
                <Table.Td>
                  {a.nextStep?.date ? `${a.nextStep.label ?? text.tracker.nextStep} · ${formatCalendarDay(a.nextStep.date)}` : text.none}
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="dimmed">
                    {formatAgo(a.lastActivityAt)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        </Card>
      )}
      <Pager pages={list.data?.totalPages} page={page} onChange={(p) => change({ page: p })} />
    </TrackerPage>
  )
}
