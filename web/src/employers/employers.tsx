import { Anchor, Button, Card, Divider, Group, SegmentedControl, Text } from '@mantine/core'
import { IconBuilding, IconDownload, IconSearch } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Employer } from '~/api/models'
import { formatAgo, formatInstant, today } from '~/format/date'
import { formatNumber } from '~/format/number'
import { CompanyLogo } from '~/jobs/company-logo'
import { sourceName } from '~/jobs/describe'
import { MAX_VALUES, searchAddress } from '~/jobs/search-state'
import { Page } from '~/shell/page'
import { Pager } from '~/shell/pager'
import { SearchInput } from '~/shell/search-input'
import { Empty, QueryState } from '~/shell/states'
import { text } from '~/text'
import { download } from '~/tracker/download'
import { AddLink } from './add-link'
import { FollowButton } from './follow-button'
import { useEmployers, useFollowedBoards } from './queries'

/** Employers lists the employers whose boards are read, and lets people follow them. */
export default function Employers() {
  const [params, setParams] = useSearchParams()
  const q = (params.get('q') ?? '').slice(0, 100)
  const following = params.get('following') === 'true'
  const page = Math.max(Number.parseInt(params.get('page') ?? '1', 10) || 1, 1)
  const go = (next: { q?: string; following?: boolean; page?: number }) => {
    const to = { q, following, page: 1, ...next }
    const parts = { ...(to.q && { q: to.q }), ...(to.following && { following: 'true' }), ...(to.page > 1 && { page: String(to.page) }) }
    setParams(parts, { replace: next.page === undefined })
  }
  const list = useEmployers(q, following, page)
  return (
    <Page title={text.nav.employers} lead={text.employers.lead} narrow actions={<AddLink />}>
      <Group mb="md" gap="sm">
        <SearchInput label={text.employers.find} value={q} onChange={(q) => go({ q })} maxLength={100} style={{ flex: '1 1 14rem' }} />
        <SegmentedControl
          aria-label={text.employers.show}
          data={[
            { value: 'all', label: text.employers.all },
            { value: 'following', label: text.employers.following },
          ]}
          value={following ? 'following' : 'all'}
          onChange={(v) => go({ following: v === 'following' })}
        />
      </Group>
      {following && <FollowedActions />}
      <QueryState query={list} lines={6} height={64} />
      {list.data?.content.length === 0 && (
        <Nothing q={q} following={following} onShowAll={() => go({ q: '', following: false })} />
      )}
      {list.data && list.data.content.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mb="xs" role="status">
            {text.employers.total(list.data.totalElements, formatNumber(list.data.totalElements))}
          </Text>
          <Card py="xs">
            {list.data.content.map((e, i) => (
              <Fragment key={e.id}>
                {i > 0 && <Divider />}
                <Row employer={e} />
              </Fragment>
            ))}
          </Card>
        </>
      )}
      <Pager pages={list.data?.totalPages} page={page} onChange={(page) => go({ page })} />
    </Page>
  )
}

function Row({ employer: e }: { employer: Employer }) {
  const wasRead = e.lastSuccessAt !== null || e.openPostings > 0
  return (
    <Group wrap="nowrap" gap="md" py="sm" data-employer={e.name}>
      <CompanyLogo name={e.name} url={e.logoUrl} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Anchor
          component={Link}
          to={e.slug ? `/companies/${e.slug}` : searchAddress({ company: [e.name] })}
          fw={550}
          style={{ overflowWrap: 'anywhere' }}
        >
          <bdi>{e.name}</bdi>
        </Anchor>
        <Text size="sm" c="dimmed">
          {wasRead && `${text.employers.open(e.openPostings, formatNumber(e.openPostings))} · `}
          {e.sourceTypes.map(sourceName).join(', ')} ·{' '}
          <span title={e.lastSuccessAt ? formatInstant(e.lastSuccessAt) : undefined}>{freshnessOf(e)}</span>
        </Text>
      </div>
      <FollowButton employer={e} following={e.following} />
    </Group>
  )
}

/** freshnessOf says when the boards of an employer were last read. */
function freshnessOf(e: Employer): string {
  if (!e.active) return text.employers.inactive
  if (e.lastSuccessAt) return text.employers.lookedAt(formatAgo(e.lastSuccessAt))
  return e.lastAttemptAt ? text.employers.failing : text.employers.notYet
}

/** FollowedActions offers what can be done with all followed employers. */
function FollowedActions() {
  const { data: boards = [] } = useFollowedBoards()
  if (boards.length === 0) return null
  const names = [...new Set(boards.map((b) => b.companyName))]
  const save = () => {
    const file = new Blob([JSON.stringify({ items: boards }, null, 2)], { type: 'application/json' })
    download(file, `employers-${today()}.json`)
  }
  return (
    <Group mb="md" gap="sm">
      {names.length <= MAX_VALUES ? (
        <Button component={Link} to={searchAddress({ company: names })} variant="light" size="xs" leftSection={<IconSearch size={15} />}>
          {text.employers.theirJobs}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {text.employers.tooMany(MAX_VALUES)}
        </Text>
      )}
      <Button variant="default" size="xs" leftSection={<IconDownload size={15} />} onClick={save}>
        {text.employers.download}
      </Button>
    </Group>
  )
}

function Nothing({ q, following, onShowAll }: { q: string; following: boolean; onShowAll: () => void }) {
  const t = text.employers
  const showAll = (
    <Button variant="default" onClick={onShowAll}>
      {t.showAll}
    </Button>
  )
  if (q) {
    return (
      <Empty icon={IconSearch} title={t.noneFound(q)} action={<>{showAll}<AddLink name={q} /></>}>
        {t.noneFoundHint}
      </Empty>
    )
  }
  return following ? (
    <Empty icon={IconBuilding} title={t.noneFollowed} action={showAll}>
      {t.noneFollowedHint}
    </Empty>
  ) : (
    <Empty icon={IconBuilding} title={t.empty} action={<AddLink />}>
      {t.emptyHint}
    </Empty>
  )
}
