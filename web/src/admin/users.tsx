import { Anchor, Badge, Card, Group, Select, Text } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import type { User, UserState } from '~/api/models'
import { formatAgo, formatInstant } from '~/format/date'
import { formatNumber } from '~/format/number'
import { fromList } from '~/shell/back-link'
import { Pager } from '~/shell/pager'
import { SearchInput } from '~/shell/search-input'
import { Empty, QueryState } from '~/shell/states'
import { later } from '~/text/later'
import { userStates } from './enums'
import { Invitations } from './users-invitations'
import { useUsers } from './users-queries'
import classes from './users.module.css'

export const stateColor: Record<UserState, string> = { active: 'pine', unverified: 'amber', pending: 'amber', disabled: 'gray' }

/** Users lists the accounts. The filter is in the address, so that going back from a user finds it again. */
export function Users() {
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const state = userStates.find((s) => s === params.get('state')) ?? null
  const page = Math.max(1, Number(params.get('page')) || 1)
  const change = (name: string, value: string | null) =>
    setParams(
      (now) => {
        now.delete('page')
        if (value) now.set(name, value)
        else now.delete(name)
        return now
      },
      { replace: true, preventScrollReset: name !== 'page' },
    )
  const list = useUsers(q, state, page)
  return (
    <>
      <Group mb="md">
        <SearchInput label={later.adminUsers.find} value={q} onChange={(v) => change('q', v.trim())} maxLength={254} w={300} />
        <Select
          aria-label={later.admin.outcome}
          placeholder={later.admin.anyStatus}
          data={userStates.map((s) => ({ value: s, label: later.adminUsers.states[s] }))}
          value={state}
          onChange={(s) => change('state', s)}
          clearable
          clearButtonProps={{ 'aria-label': later.admin.anyStatus }}
          w={170}
        />
        {list.data && (
          <Text size="sm" c="dimmed" aria-live="polite">
            {later.adminUsers.count(formatNumber(list.data.totalElements), list.data.totalElements === 1)}
          </Text>
        )}
      </Group>
      <QueryState query={list} lines={4} height={60} />
      {list.data?.content.length === 0 && (
        <Empty icon={IconUserOff} title={later.adminUsers.none}>
          {later.adminUsers.noneHint}
        </Empty>
      )}
      {list.data && list.data.content.length > 0 && (
        <Card padding={0} component="ul" className={classes.list}>
          {list.data.content.map((u) => (
            <Row key={u.id} user={u} />
          ))}
        </Card>
      )}
      <Pager pages={list.data?.totalPages} page={page} onChange={(p) => change('page', p > 1 ? String(p) : null)} />
      <Invitations />
    </>
  )
}

function Row({ user: u }: { user: User }) {
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Anchor component={Link} to={`/admin/users/${u.id}`} state={fromList} size="sm" fw={550}>
          {u.firstName} {u.lastName}
        </Anchor>
        <Text size="sm" c="dimmed" truncate title={u.email}>
          {u.email}
        </Text>
      </div>
      <Badges user={u} />
      <Text size="sm" c="dimmed" className={classes.when} title={u.lastLoginAt ? formatInstant(u.lastLoginAt) : undefined}>
        {u.lastLoginAt ? later.adminUsers.lastLogin(formatAgo(u.lastLoginAt)) : u.state !== 'pending' && later.adminUsers.neverLoggedIn}
      </Text>
    </li>
  )
}

/** Badges shows the state of a user, and whether it is an administrator. */
export function Badges({ user: u }: { user: User }) {
  return (
    <Group gap={6}>
      <Badge color={stateColor[u.state]} variant="light" tt="none" miw="max-content">
        {later.adminUsers.states[u.state]}
      </Badge>
      {u.isAdmin && (
        <Badge color="sky" variant="light" tt="none" miw="max-content">
          {later.adminUsers.administrator}
        </Badge>
      )}
    </Group>
  )
}
