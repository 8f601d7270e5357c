import { Alert, Anchor, Card, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { hasStatus } from '~/api/error'
import type { Session, User, UserDetails } from '~/api/models'
import { formatAgo, formatInstant } from '~/format/date'
import { useAccount } from '~/session/account'
import { deviceOf, sessionFacts } from '~/settings/device'
import { Section } from '~/settings/section'
import { BackLink } from '~/shell/back-link'
import { useTitle } from '~/shell/page'
import pageClasses from '~/shell/page.module.css'
import { Empty, QueryState } from '~/shell/states'
import { later } from '~/text/later'
import { Badges } from './users'
import { type Act, ActionRow } from './users-dialog'
import { useUser } from './users-queries'
import classes from './users.module.css'

/** UserPage shows one user to an administrator, who can help or stop that user. */
export default function UserPage() {
  const query = useUser(useParams().id ?? '')
  const { data } = query
  const name = data ? `${data.user.firstName} ${data.user.lastName}` : later.adminUsers.tab
  useTitle(name)
  return (
    <div className={pageClasses.page} data-narrow>
      <BackLink to="/admin?tab=users">{later.adminUsers.back}</BackLink>
      <Title order={1} mt="xs" mb={data ? 0 : 'lg'}>
        {name}
      </Title>
      {data ? (
        <>
          <Text c="dimmed" mb="lg" style={{ overflowWrap: 'anywhere' }}>
            {data.user.email}
          </Text>
          <Stack gap="lg">
            {data.user.state === 'pending' ? (
              <Alert color="amber" variant="light">
                {later.adminUsers.pendingHint}
              </Alert>
            ) : (
              <>
                <Facts details={data} />
                <Sessions list={data.sessions} />
              </>
            )}
            <Actions user={data.user} />
          </Stack>
        </>
      ) : hasStatus(query.error, 404) ? (
        <Empty icon={IconUserOff} title={later.adminUsers.gone}>
          {later.adminUsers.goneHint}
        </Empty>
      ) : (
        <QueryState query={query} lines={3} height={120} />
      )}
    </div>
  )
}

function Facts({ details: { user: u, backupCodesLeft } }: { details: UserDetails }) {
  const at = (instant: string | null, absent: string) => (instant ? `${formatInstant(instant)} (${formatAgo(instant)})` : absent)
  const rows: [string, ReactNode][] = [
    [later.admin.outcome, <Badges key="state" user={u} />],
    [later.adminUsers.created, formatInstant(u.createdAt)],
    [later.adminUsers.confirmed, at(u.verifiedAt, later.adminUsers.states.unverified)],
    ...(u.disabledAt ? [[later.adminUsers.disabledSince, at(u.disabledAt, '')] as [string, ReactNode]] : []),
    [later.adminUsers.lastLoginLabel, at(u.lastLoginAt, later.adminUsers.neverLoggedIn)],
    [later.security.twoFactor, u.twoFactorEnabled ? later.adminUsers.backupCodes(backupCodesLeft) : later.security.off],
    [later.adminUsers.passkeys, u.passkeys],
  ]
  return (
    <Card component="section" aria-label={later.adminUsers.account}>
      <dl className={classes.facts}>
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="sm">
              {value}
            </Text>
          </Fragment>
        ))}
      </dl>
      <Anchor component={Link} to={`/admin?tab=events&account=${encodeURIComponent(u.email)}`} size="sm" mt="md" display="inline-block">
        {later.adminUsers.events}
      </Anchor>
    </Card>
  )
}

function Sessions({ list }: { list: Session[] }) {
  return (
    <Section title={later.adminUsers.sessions} lead={list.length > 0 ? later.adminUsers.sessionsLead : later.adminUsers.noSessions}>
      {list.map((s, i) => (
        <Fragment key={s.id}>
          {i > 0 && <Divider />}
          <Group py="xs" justify="space-between" gap={4}>
            <Text size="sm" fw={550}>
              {deviceOf(s.userAgent)}
            </Text>
            <Text size="xs" c="dimmed">
              {sessionFacts(s)}
            </Text>
          </Group>
        </Fragment>
      ))}
    </Section>
  )
}

/** actionsOn lists what an administrator can do to a user in this state. */
export function actionsOn(u: User, own: boolean): Act[] {
  const end: Act[] = u.sessions > 0 ? ['end-sessions'] : []
  if (own) return end
  if (u.state === 'pending') return ['verify']
  if (u.state === 'disabled') return ['enable', 'delete']
  return [
    ...(u.state === 'unverified' ? (['verify'] as Act[]) : []),
    'reset-password',
    ...(u.twoFactorEnabled || u.passkeys > 0 ? (['reset-two-factor'] as Act[]) : []),
    ...end,
    'disable',
    'delete',
  ]
}

function Actions({ user }: { user: User }) {
  const { data: me } = useAccount()
  const own = user.id === me?.id
  return (
    <Section title={later.adminUsers.actions} lead={later.adminUsers.actionsLead}>
      {own && (
        <Alert color="sky" variant="light" title={later.adminUsers.own}>
          <Anchor component={Link} to="/settings/security" size="sm">
            {later.adminUsers.ownSettings}
          </Anchor>
        </Alert>
      )}
      {actionsOn(user, own).map((action, i) => (
        <Fragment key={action}>
          {i > 0 && <Divider />}
          <ActionRow action={action} user={user} own={own} needsCode={me?.twoFactorEnabled ?? false} />
        </Fragment>
      ))}
    </Section>
  )
}
