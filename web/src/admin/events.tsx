import { Anchor, Card, Group, SegmentedControl, Select, Table, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ask, identity, jobs } from '~/api/client'
import type { SecurityEvent } from '~/api/models'
import { addDays, formatInstant, fromLocalInput } from '~/format/date'
import { deviceOf } from '~/settings/device'
import { LoadMore } from '~/shell/buttons'
import { DataTable } from '~/shell/data-table'
import { SearchInput } from '~/shell/search-input'
import { Empty, QueryState } from '~/shell/states'
import { text } from '~/text'
import { later } from '~/text/later'

const SIZE = 50

type Source = 'accounts' | 'platform'

/** dayStart returns when a day, or one some days after it, begins in the user's time zone. */
export function dayStart(day: string, after = 0): string | undefined {
  return fromLocalInput(`${addDays(day, after)}T00:00`) ?? undefined
}

/** Events is the audit log: the security events of accounts, and those of the platform. */
export function Events() {
  const [source, setSource] = useState<Source>('accounts')
  const [kind, setKind] = useState<string | null>(null)
  const [params, setParams] = useSearchParams()
  const account = params.get('account') ?? ''
  const setAccount = (v: string) => setParams({ tab: 'events', ...(v ? { account: v } : {}) }, { replace: true })
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const list = useInfiniteQuery({
    queryKey: ['admin', 'events', source, kind, account, from, to],
    queryFn: ({ pageParam, signal }) => {
      const span = { from: dayStart(from), to: dayStart(to, 1) }
      const query = { size: SIZE, kind: kind ?? undefined, ...span, before: pageParam || undefined }
      if (source === 'platform') return ask(jobs.GET('/jobs/admin/events', { params: { query }, signal }))
      return ask(identity.GET('/auth/admin/events', { params: { query: { ...query, account: account || undefined } }, signal }))
    },
    initialPageParam: 0,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const items = list.data?.pages.flatMap((p) => p.items)
  return (
    <>
      <Group mb="md" align="end">
        <SegmentedControl
          aria-label={later.events.source}
          data={(['accounts', 'platform'] as const).map((s) => ({ value: s, label: later.events.sources[s] }))}
          value={source}
          onChange={(s) => {
            setSource(s as Source)
            setKind(null)
          }}
        />
        <Select
          aria-label={later.events.kind}
          placeholder={later.events.anyKind}
          data={Object.entries(later.events.kinds[source]).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={setKind}
          clearable
          clearButtonProps={{ 'aria-label': later.events.anyKind }}
          w={{ base: '100%', xs: 200 }}
        />
        {source === 'accounts' && (
          <SearchInput
            label={later.events.account}
            value={account}
            onChange={setAccount}
            leftSection={null}
            maxLength={254}
            w={{ base: '100%', xs: 220 }}
          />
        )}
        <TextInput type="date" label={later.events.from} value={from} onChange={(e) => setFrom(e.currentTarget.value)} />
        <TextInput type="date" label={later.events.to} value={to} onChange={(e) => setTo(e.currentTarget.value)} />
      </Group>
      <QueryState query={list} lines={4} height={52} />
      {items?.length === 0 && (
        <Empty icon={IconShieldOff} title={later.events.none}>
          {later.events.noneHint}
        </Empty>
      )}
      {items && items.length > 0 && (
        <Card padding={0}>
          <DataTable
            minWidth={860}
            stacked
            verticalSpacing="xs"
            columns={[later.events.at, later.events.kind, later.events.who, later.events.where, later.events.detail]}
          >
            {items.map((e) => (
              <Row key={e.id} event={e} />
            ))}
          </DataTable>
        </Card>
      )}
      <LoadMore query={list} label={later.events.more} />
    </>
  )
}

/** describe returns a fact of an event in words; one without a text has its name in the record. */
function describe([name, value]: [string, string]): string {
  const fact = later.events.facts[name] ?? name.replaceAll('_', ' ')
  return `${fact}: ${later.events.values[`${name}: ${value}`] ?? value}`
}

function Row({ event: e }: { event: SecurityEvent }) {
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatInstant(e.at)}</Table.Td>
      <Table.Td>
        <Text size="sm" title={e.kind}>
          {later.events.names[e.kind] ?? e.kind}
        </Text>
        <Text size="xs" c="dimmed">
          {later.events.actor[e.actor] ?? e.actor}
        </Text>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {e.accountEmail ? (
          <Anchor component={Link} to={`/admin/users/${e.accountId}`} size="sm">
            {e.accountEmail}
          </Anchor>
        ) : (
          (e.accountId ?? text.none)
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{e.address ?? text.none}</Text>
        {e.userAgent && (
          <Text size="xs" c="dimmed" title={e.userAgent}>
            {deviceOf(e.userAgent)}
          </Text>
        )}
      </Table.Td>
      <Table.Td title={e.requestId ?? undefined} style={{ overflowWrap: 'anywhere' }}>
        {Object.entries(e.detail).map(describe).join(', ') || text.none}
      </Table.Td>
    </Table.Tr>
  )
}
