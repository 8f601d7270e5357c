import { Button, Card, Checkbox, Group, Skeleton, Stack, Table } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconChevronDown, IconChevronUp, IconLayoutKanban, IconSelector, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { applications, ask } from '~/api/client'
import type { ApplicationSort } from '~/api/models'
import { DataTable } from '~/shell/data-table'
import { focusBeside } from '~/shell/focus'
import { Pager } from '~/shell/pager'
import { Empty, Failure } from '~/shell/states'
import { usePhone } from '~/shell/use-phone'
import { text } from '~/text'
import { useSelection } from './bulk'
import { BulkBar, tagsOf } from './bulk-bar'
import { anyJourney, journeyNames, journeyQuery } from './journey'
import { useNewApplication } from './new-application'
import { useAllApplications } from './queries'
import { ApplicationCards } from './table-cards'
import { TableFilters } from './table-filters'
import { ApplicationRow } from './table-row'
import {
  allColumns, type Column, defaultColumns, formatTable, orderOf, parseTable, sortedBy, tableColumns, type TableState,
} from './table-state'
import classes from './table.module.css'
import { TrackerPage } from './tracker-page'

const SIZE = 25

/** ApplicationTable lists applications in the order and with the columns that the user chooses. */
export default function ApplicationTable() {
  const [params, setParams] = useSearchParams()
  const { open, dialog } = useNewApplication()
  const state = useMemo(() => parseTable(params), [params])
  const [lastColumns, setLastColumns] = useLocalStorage({ key: 'rolecall.table.columns', defaultValue: defaultColumns })
  const columns = allColumns.filter((c) => (state.columns ?? lastColumns).includes(c))
  const selection = useSelection()
  const phone = usePhone()
  const all = useAllApplications()
  const tags = tagsOf(all.data ?? [])

  const change = (patch: Partial<TableState>, replace = false) =>
    setParams(formatTable({ ...state, page: 1, ...patch }), { replace, preventScrollReset: true })
  const choose = (column: Column) => {
    const next = columns.includes(column) ? columns.filter((c) => c !== column) : [...columns, column]
    setLastColumns(next)
    change({ columns: next, page: state.page }, true)
  }

  const { q, status, tag, archived, journey, sort, page } = state
  const journeys = journeyNames(journey)
  const list = useQuery({
    queryKey: ['applications', 'list', { ...state, columns: null }],
    queryFn: ({ signal }) => {
      const filter = { q: q || undefined, status, tag, archived: archived ?? undefined, ...journeyQuery(journey) }
      const query = { ...filter, sort, order: orderOf(state), page: page - 1, size: SIZE }
      return ask(applications.GET('/applications', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.content ?? []
  const ids = rows.map((a) => a.id)
  const filtered = q !== '' || status.length > 0 || tag.length > 0 || archived !== false || journeys.length > 0
  const selectAll = (label?: string) => (
    <Checkbox
      key="all"
      size="xs"
      label={label}
      aria-label={text.bulk.selectAll}
      disabled={ids.length === 0}
      checked={ids.length > 0 && ids.every((id) => selection.ids.has(id))}
      indeterminate={ids.some((id) => selection.ids.has(id)) && !ids.every((id) => selection.ids.has(id))}
      onChange={(e) => selection.set(ids, e.currentTarget.checked)}
    />
  )
  const head = (label: string, by?: ApplicationSort) =>
    by ? <SortHead label={label} sorted={sort === by && orderOf(state)} onSort={() => change(sortedBy(state, by))} /> : label

  return (
    <TrackerPage
      view="table"
      onNew={() => open()}
      tools={<TableFilters state={state} tags={tags} columns={columns} onChange={change} onColumn={choose} />}
    >
      {dialog}
      {journeys.length > 0 && (
        <Group gap="xs" mb="sm" role="group" aria-label={text.stats.fromStats}>
          {journeys.map((j) => (
            <Button
              key={j.label}
              size="compact-sm"
              variant="light"
              rightSection={<IconX size={14} />}
              aria-label={text.stats.without(j.label)}
              data-removes
              onClick={(e) => {
                focusBeside(e.currentTarget)
                change({ journey: { ...journey, ...j.without } })
              }}
            >
              {j.label}
            </Button>
          ))}
        </Group>
      )}
      {list.isError && <Failure error={list.error} retry={list.refetch} />}
      {list.isSuccess && rows.length === 0 ? (
        <Empty
          icon={IconLayoutKanban}
          title={filtered ? text.tracker.noMatch : text.tracker.empty}
          action={
            filtered ? (
              <Button variant="light" onClick={() => change({ q: '', status: [], tag: [], archived: false, journey: anyJourney })}>
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
      ) : phone ? (
        <Stack gap="sm" style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}>
          {selectAll(text.bulk.selectAll)}
          <ApplicationCards rows={list.data?.content} columns={columns} selection={selection} />
        </Stack>
      ) : (
        <Card padding={0}>
          <DataTable
            minWidth={320 + columns.length * 110}
            highlightOnHover
            style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}
            columns={[
              selectAll(),
              head(text.tracker.position, 'title'),
              ...columns.map((c) => head(tableColumns[c].label, tableColumns[c].sort)),
            ]}
          >
            {list.isPending &&
              Array.from({ length: 8 }, (_, i) => (
                <Table.Tr key={i}>
                  <Table.Td colSpan={columns.length + 2}>
                    <Skeleton h={34} />
                  </Table.Td>
                </Table.Tr>
              ))}
            {rows.map((a) => (
              <ApplicationRow key={a.id} application={a} columns={columns} selected={selection.ids.has(a.id)} onSelect={selection.toggle} />
            ))}
          </DataTable>
        </Card>
      )}
      <Pager pages={list.data?.totalPages} page={page} onChange={(p) => change({ page: p })} />
      <BulkBar
        selection={selection}
        all={[...new Map([...(all.data ?? []), ...rows].map((a) => [a.id, a])).values()]}
        keeps={(c) => {
          if (c.action !== 'move') return c.action === 'tag' || (tag.length === 0 && q === '') // the words are looked for in tags, too
          return journeys.length === 0 && (status.length === 0 || status.includes(c.status))
        }}
      />
    </TrackerPage>
  )
}

interface SortHeadProps {
  label: string
  sorted: false | 'asc' | 'desc'
  onSort: () => void
}

function SortHead({ label, sorted, onSort }: SortHeadProps) {
  const Arrow = sorted === 'asc' ? IconChevronUp : sorted === 'desc' ? IconChevronDown : IconSelector
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={sorted || undefined}
      aria-label={sorted ? text.tracker.sortedBy(label, sorted) : text.tracker.sortBy(label)}
      onClick={onSort}
    >
      {label} <Arrow size={14} aria-hidden />
    </button>
  )
}
