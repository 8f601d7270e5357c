import { Button, Card, Group, SegmentedControl, Select, Table, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { ask, identity, jobs } from '~/api/client'
import type { SecurityEvent } from '~/api/models'
import { formatInstant, fromLocalInput } from '~/format/date'
import { deviceOf } from '~/settings/device'
import { Lines } from '~/shell/skeletons'
import { Empty, Failure } from '~/shell/states'
import { useTyped } from '~/shell/use-typed'
import { text } from '~/text'

const SIZE = 50

type Source = 'accounts' | 'platform'

/** dayStart is the instant at which a day begins for the reader, some days later if asked. */
export function dayStart(day: string, later = 0): string | undefined {
  const start = fromLocalInput(`${day}T00:00`)
  if (!start) return undefined
  const date = new Date(start)
  date.setDate(date.getDate() + later) // a day is not always 24 hours long
  return date.toISOString()
}

/** Events lists security events: of accounts, and of the platform. */
export function Events() {
  const [source, setSource] = useState<Source>('accounts')
  const [kind, setKind] = useState<string | null>(null)
  const [account, setAccount] = useState('')
  const [typed, type] = useTyped(account, setAccount)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const list = useInfiniteQuery({
    queryKey: ['admin', 'events', source, kind, account, from, to],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        size: SIZE,
        ...(kind ? { kind } : {}),
        ...(dayStart(from) ? { from: dayStart(from) } : {}),
        ...(dayStart(to, 1) ? { to: dayStart(to, 1) } : {}),
        ...(pageParam ? { before: pageParam } : {}),
      }
      if (source === 'platform') return ask(jobs.GET('/jobs/admin/events', { params: { query }, signal }))
      return ask(identity.GET('/auth/admin/events', { params: { query: { ...query, ...(account ? { account } : {}) } }, signal }))
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
          aria-label={text.events.source}
          data={(['accounts', 'platform'] as const).map((s) => ({ value: s, label: text.events.sources[s] }))}
          value={source}
          onChange={(s) => {
            setSource(s as Source)
            setKind(null)
          }}
        />
        <Select aria-label={text.events.kind} placeholder={text.events.anyKind} data={Object.entries(text.events.kinds[source]).map(([value, label]) => ({ value, label }))} value={kind} onChange={setKind} clearable clearButtonProps={{ 'aria-label': text.events.anyKind }} w={200} />
        {source === 'accounts' && <TextInput type="search" aria-label={text.events.account} placeholder={text.events.account} value={typed} onChange={(e) => type(e.currentTarget.value)} maxLength={254} w={220} />}
        <TextInput type="date" label={text.events.from} value={from} onChange={(e) => setFrom(e.currentTarget.value)} />
        <TextInput type="date" label={text.events.to} value={to} onChange={(e) => setTo(e.currentTarget.value)} />
      </Group>
      {list.isPending && <Lines count={4} height={52} />}
      {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
      {items?.length === 0 && (
        <Empty icon={IconShieldOff} title={text.events.none}>
          {text.events.noneHint}
        </Empty>
      )}
      {items && items.length > 0 && (
        <Card padding={0}>
          <Table.ScrollContainer minWidth={860} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table horizontalSpacing="md" verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{text.events.at}</Table.Th>
                  <Table.Th>{text.events.kind}</Table.Th>
                  <Table.Th>{text.events.who}</Table.Th>
                  <Table.Th>{text.events.where}</Table.Th>
                  <Table.Th>{text.events.detail}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((e) => (
                  <Row key={e.id} event={e} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Card>
      )}
      {list.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {text.events.more}
          </Button>
        </Group>
      )}
    </>
  )
}

function Row({ event: e }: { event: SecurityEvent }) {
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatInstant(e.at)}</Table.Td>
      <Table.Td>
        <Text size="sm">{e.kind}</Text>
        <Text size="xs" c="dimmed">
          {text.events.actor[e.actor] ?? e.actor}
        </Text>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{e.accountEmail ?? e.accountId ?? text.none}</Table.Td>
      <Table.Td>
        <Text size="sm">{e.address ?? text.none}</Text>
        {e.userAgent && (
          <Text size="xs" c="dimmed" title={e.userAgent}>
            {deviceOf(e.userAgent)}
          </Text>
        )}
      </Table.Td>
      <Table.Td title={e.requestId ?? undefined} style={{ overflowWrap: 'anywhere' }}>
        {Object.entries(e.detail)
          .map(([name, value]) => `${name}: ${value}`)
          .join(', ') || text.none}
      </Table.Td>
    </Table.Tr>
  )
}
