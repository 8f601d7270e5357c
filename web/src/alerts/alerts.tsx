import { Anchor, Button, Card, Group, Stack, Title } from '@mantine/core'
import { IconBellSearch, IconSearch } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { formatInstant } from '~/format/date'
import { useSavedFilters } from '~/jobs/saved-queries'
import { Page } from '~/shell/page'
import { Pager } from '~/shell/pager'
import { Empty, QueryState } from '~/shell/states'
import { text } from '~/text'
import { Hit } from './hit'
import { groupByAlert, useAlertHits } from './queries'
import { SearchAlerts, withAlerts } from './search-alerts'

/** Alerts lists the postings that the user was alerted to, by alert; notices and mails lead to one of them. */
export default function Alerts() {
  const [params, setParams] = useSearchParams()
  const alert = params.get('alert')
  const page = Math.max(Number.parseInt(params.get('page') ?? '1', 10) || 1, 1)
  const list = useAlertHits(alert, page - 1)
  const go = (p: number) => setParams({ ...(alert ? { alert } : {}), ...(p > 1 ? { page: String(p) } : {}) })
  return (
    <Page
      title={text.alerts.title}
      lead={text.alerts.lead}
      narrow
      actions={
        <Group gap="md">
          {alert && (
            <Anchor component={Link} to="/alerts" size="sm">
              {text.alerts.all}
            </Anchor>
          )}
          <Anchor component={Link} to="/settings#alerts" size="sm">
            {text.alerts.toSettings}
          </Anchor>
        </Group>
      }
    >
      <QueryState query={list} lines={5} height={92} />
      {list.isSuccess && list.data.content.length === 0 && <Nothing one={alert !== null} />}
      <Stack gap="lg">
        {groupByAlert(list.data?.content ?? []).map(([first, ...rest]) => (
          <section key={first!.alertId} data-alert={first!.alertId}>
            <Title order={2} fz="sm" c="dimmed" fw={550} mb="xs">
              {text.alerts.group(formatInstant(first!.toldAt))}
            </Title>
            <Card padding={0}>
              {[first!, ...rest].map((hit) => (
                <Hit key={hit.jobId} hit={hit} />
              ))}
            </Card>
          </section>
        ))}
      </Stack>
      <Pager pages={list.data?.totalPages} page={page} onChange={go} />
    </Page>
  )
}

function Nothing({ one }: { one: boolean }) {
  const saved = useSavedFilters()
  if (one) {
    const all = (
      <Button component={Link} to="/alerts" variant="light">
        {text.alerts.all}
      </Button>
    )
    return (
      <Empty icon={IconBellSearch} title={text.alerts.gone} action={all}>
        {text.alerts.goneHint}
      </Empty>
    )
  }
  if (!saved.data) return <QueryState query={saved} lines={1} height={220} />
  if (saved.data.length > 0) {
    const on = withAlerts(saved.data).length
    return (
      <Empty
        icon={IconBellSearch}
        title={on > 0 ? text.alerts.noNew : text.alerts.empty}
        action={<SearchAlerts searches={saved.data} />}
      >
        {on > 0 ? text.alerts.onFor(on) : text.alerts.noneOn}
      </Empty>
    )
  }
  const find = (
    <Button component={Link} to="/find" leftSection={<IconSearch size={17} />}>
      {text.nav.find}
    </Button>
  )
  return (
    <Empty icon={IconBellSearch} title={text.alerts.empty} action={find}>
      {text.alerts.emptyHint}
    </Empty>
  )
}
