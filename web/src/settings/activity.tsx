import { Divider, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { ask, identity } from '~/api/client'
import type { Activity } from '~/api/models'
import { dotted } from '~/format/bidi'
import { formatInstant } from '~/format/date'
import { LoadMore } from '~/shell/buttons'
import { QueryState } from '~/shell/states'
import { later } from '~/text/later'
import { deviceOf } from './device'
import { Section } from './section'

const SIZE = 8

/** ActivityList shows what happened to the user's own account. */
export function ActivityList() {
  const list = useInfiniteQuery({
    queryKey: ['activity'],
    queryFn: ({ pageParam, signal }) => {
      const query = { size: SIZE, before: pageParam || undefined }
      return ask(identity.GET('/auth/account/activity', { params: { query }, signal }))
    },
    initialPageParam: 0,
    getNextPageParam: (last) => last.next ?? undefined,
  })
  const items = list.data?.pages.flatMap((p) => p.items)
  return (
    <Section title={later.activity.title} lead={later.activity.lead}>
      <QueryState query={list} lines={3} height={44} />
      {items?.length === 0 && (
        <Text size="sm" c="dimmed">
          {later.activity.none}
        </Text>
      )}
      {items?.map((a, i) => (
        <Fragment key={a.id}>
          {i > 0 && <Divider />}
          <Row activity={a} />
        </Fragment>
      ))}
      <LoadMore query={list} label={later.activity.more} />
    </Section>
  )
}

function Row({ activity: a }: { activity: Activity }) {
  // An operator's command has no device and no address, and another administrator's is not shown.
  const other = a.actor === 'operator' || (a.actor === 'admin' && !a.address)
  const from = other ? [later.activity.byOperator] : [a.userAgent && deviceOf(a.userAgent), a.address]
  return (
    <div style={{ padding: 'var(--mantine-spacing-xs) 0' }} data-kind={a.kind}>
      <Text size="sm">{later.activity.sentence(a.kind, a.count)}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {dotted(formatInstant(a.at), ...from)}
      </Text>
    </div>
  )
}
