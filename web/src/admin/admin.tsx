import { Button, Tabs } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { useAccount } from '~/session/account'
import { Page } from '~/shell/page'
import { Empty, QueryState } from '~/shell/states'
import { usePhone } from '~/shell/use-phone'
import { text } from '~/text'
import { later } from '~/text/later'
import { Boards } from './boards'
import { Companies } from './companies'
import { Corrections } from './corrections'
import { Events } from './events'
import { Runs } from './runs'
import { System } from './system'
import { Users } from './users'

const tabs = ['runs', 'boards', 'companies', 'corrections', 'users', 'events', 'system'] as const

/** Admin is the page for administrators; the services check that themselves. */
export default function Admin() {
  const query = useAccount()
  const phone = usePhone()
  const account = query.data
  const [params, setParams] = useSearchParams()
  const labels = { ...later.admin.tabs, corrections: text.facts.made.tab, users: later.adminUsers.tab, system: later.adminSystem.tab }
  const tab = tabs.find((t) => t === params.get('tab')) ?? 'runs'
  if (!account) {
    return (
      <Page title={text.nav.admin}>
        <QueryState query={query} lines={3} />
      </Page>
    )
  }
  if (!account.isAdmin) {
    return (
      <Page title={text.nav.admin} narrow>
        <Empty
          icon={IconLock}
          title={later.admin.closed}
          action={
            <Button component={Link} to="/">
              {text.errors.toStart}
            </Button>
          }
        >
          {later.admin.closedHint}
        </Empty>
      </Page>
    )
  }
  return (
    <Page title={text.nav.admin} lead={later.admin.lead}>
      <Tabs
        value={tab}
        onChange={(t) => setParams(t === 'runs' ? {} : { tab: t ?? '' })}
        keepMounted={false}
        variant={phone ? 'pills' : 'default'} // they take two lines there
      >
        <Tabs.List mb="lg" style={phone ? { gap: 2 } : undefined}>
          {tabs.map((t) => (
            <Tabs.Tab key={t} value={t} {...(phone && { px: 10, py: 14 })}>
              {labels[t]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="runs">
          <Runs />
        </Tabs.Panel>
        <Tabs.Panel value="boards">
          <Boards />
        </Tabs.Panel>
        <Tabs.Panel value="companies">
          <Companies />
        </Tabs.Panel>
        <Tabs.Panel value="corrections">
          <Corrections />
        </Tabs.Panel>
        <Tabs.Panel value="users">
          <Users />
        </Tabs.Panel>
        <Tabs.Panel value="events">
          <Events />
        </Tabs.Panel>
        <Tabs.Panel value="system">
          <System />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
