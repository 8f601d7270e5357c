import { Anchor, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { IconArrowRight, IconCalendarEvent, IconSearch, IconSparkles } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Application, ApplicationStatus, JobSummary, PeriodStats, Reminder, SavedFilter } from '~/api/models'
import { useFollowedBoards } from '~/employers/queries'
import { dotted } from '~/format/bidi'
import { daysUntil, formatRelativeDay, formatTime, leafOf, today } from '~/format/date'
import { formatNumber, formatOfWhole } from '~/format/number'
import { JobRow } from '~/jobs/job-row'
import { useMatches } from '~/jobs/queries'
import { emptySearch, MAX_VALUES, searchAddress, searchOf } from '~/jobs/search-state'
import { useReminders } from '~/reminders/queries'
import { useAccount } from '~/session/account'
import { Page } from '~/shell/page'
import { Empty, Failure, SearchFailure } from '~/shell/states'
import { Lines } from '~/shell/skeletons'
import { ZoneHint } from '~/shell/zone-hint'
import { text } from '~/text'
import { always } from '~/tracker/period'
import { periodQuery, useAllApplications, useTracked } from '~/tracker/queries'
import { FirstSteps } from './first-steps'
import classes from './home.module.css'
import { useOwnSearch } from './onboarding-state'
import { SearchStart } from './search-start'

/** Dashboard shows what is next, where the applications stand, and new postings. */
export function Dashboard() {
  const { data: account } = useAccount()
  const stats = useQuery(periodQuery(always))
  const own = useOwnSearch()
  const isNew = stats.data?.total === 0
  const fresh = own.isPending ? <Lines count={4} height={64} /> : <Fresh search={own.search} isNew={isNew} />
  return (
    <Page
      title={account ? text.start.hello(account.firstName) : text.start.helloAgain}
      lead={isNew ? undefined : text.start.dayLead}
      actions={<SearchStart w={{ base: '100%', sm: 320 }} />}
    >
      <Stack gap="xl">
        {isNew ? (
          <div className={classes.beginning}>
            {own.isPending ? <Lines count={1} height={120} /> : <FirstSteps answered={own.search !== undefined} />}
            {fresh}
          </div>
        ) : (
          <>
            <Figures stats={stats} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <Next />
              {fresh}
            </SimpleGrid>
          </>
        )}
        <Followed />
      </Stack>
    </Page>
  )
}

const underway: ApplicationStatus[] = ['APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER']

/** inColumn returns how many cards the board has in a column. The statistics would also count archived applications. */
export const inColumn = (all: Application[], status: ApplicationStatus) =>
  all.filter((a) => a.status === status && !a.archivedAt).length

function Figures({ stats }: { stats: UseQueryResult<PeriodStats> }) {
  const all = useAllApplications()
  const broken = [stats, all].find((q) => q.isError)
  if (broken) return <Failure error={broken.error} retry={broken.refetch} />
  const s = stats.data
  const sent = s?.reached[0]?.applications ?? 0
  const figures = [
    ...underway.map((status) => ({
      label: text.status[status],
      value: all.data && inColumn(all.data, status),
      base: null,
      to: `/tracker/table?status=${status}`,
    })),
    { label: text.stats.responseRate, value: s?.answered, base: s && sent > 0 && formatOfWhole(s.answered, sent), to: '/tracker/stats' },
  ]
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} spacing={{ base: 'xs', sm: 'md' }}>
      {figures.map((f) => (
        <Link key={f.label} to={f.to} className={classes.tile}>
          <Text size="sm" c="dimmed">
            {f.label}
          </Text>
          {f.value === undefined ? (
            <Skeleton h={36} w={64} className={classes.figure} />
          ) : (
            <Text className={`numeric ${classes.figure}`} span>
              {formatNumber(f.value)}
              {f.base && (
                <Text span size="sm" c="dimmed" ml="xs">
                  {f.base}
                </Text>
              )}
            </Text>
          )}
        </Link>
      ))}
    </SimpleGrid>
  )
}

interface Upcoming {
  key: string
  to: string
  at: string // the instant, for sorting
  day: string // in the user's time zone
  title: string
  where: string
  when: string
}

const nameOf = ({ job }: Application) => dotted(job.title, job.company)

/** upcoming returns next steps and reminders, the soonest first. */
export function upcoming(applications: Application[], reminders: Reminder[]): Upcoming[] {
  const steps = applications.flatMap((a) => {
    if (!a.nextStep?.date || a.endedAt || a.archivedAt) return []
    const { date, label, reminderAt } = a.nextStep
    return {
      key: a.id,
      to: `/tracker/${a.id}`,
      at: reminderAt ?? date,
      day: date,
      title: label ?? text.tracker.nextStep,
      where: nameOf(a),
      when: [formatRelativeDay(date), reminderAt && formatTime(reminderAt)].filter(Boolean).join(', '),
    }
  })
  const due = reminders.map((r) => {
    const application = applications.find((a) => a.id === r.applicationId)
    const day = today(new Date(r.triggerAtUtc))
    return {
      key: r.id,
      to: `/tracker/${r.applicationId}`,
      at: r.triggerAtUtc,
      day,
      title: r.title,
      where: application ? nameOf(application) : text.reminders.one,
      when: `${formatRelativeDay(day)}, ${formatTime(r.triggerAtUtc)}`,
    }
  })
  return [...steps, ...due].sort((a, b) => a.at.localeCompare(b.at))
}

const MOST = 7
const FEW = 2

/** nextOf returns the first of what is upcoming. Late ones have the room that those to come leave, and at least that of a few. */
export function nextOf(all: Upcoming[], now = new Date()): Upcoming[] {
  const late = all.filter((i) => daysUntil(i.day, now) < 0)
  const ahead = all.filter((i) => !late.includes(i))
  const room = Math.max(FEW, MOST - ahead.length)
  return [...late.slice(-room), ...ahead].slice(0, MOST)
}

/** Next lists the next steps and reminders, the soonest first. */
export function Next() {
  const all = useAllApplications()
  const reminders = useReminders(false)
  const items = nextOf(upcoming(all.data ?? [], reminders.data?.items ?? []))
  return (
    <Card component="section">
      <Group justify="space-between" mb="sm">
        <Text component="h2" fw={650}>
          {text.start.upNext}
        </Text>
        <Anchor component={Link} to="/reminders" size="sm">
          {text.nav.reminders}
        </Anchor>
      </Group>
      {all.isPending ? (
        <Lines count={3} height={56} />
      ) : items.length === 0 ? (
        <Empty
          plain
          icon={IconCalendarEvent}
          title={text.start.nothingNext}
          action={
            <Button component={Link} to="/tracker" variant="light" rightSection={<IconArrowRight size={16} />}>
              {text.start.openTracker}
            </Button>
          }
        >
          {text.start.nothingNextHint}
        </Empty>
      ) : (
        <ul className={classes.agenda}>
          {items.map((i) => (
            <li key={i.key}>
              <Link to={i.to} className={classes.entry}>
                <Leaf day={i.day} />
                <span className={classes.what}>
                  <span className={classes.name}>{i.title}</span>
                  <span className={classes.where}>{i.where}</span>
                </span>
                <span className={classes.when}>{i.when}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && <ZoneHint />}
    </Card>
  )
}

function Leaf({ day }: { day: string }) {
  const leaf = leafOf(day)
  return (
    <span className={classes.leaf} data-late={daysUntil(day) < 0 || undefined}>
      <span className={classes.month}>{leaf.month}</span>
      <span className={classes.day}>{leaf.day}</span>
    </span>
  )
}

/** Fresh shows the postings of the user's own search or, without one, the newest of all. */
function Fresh({ search: saved, isNew }: { search: SavedFilter | undefined; isNew: boolean }) {
  const search = saved ? searchOf(saved.filters) : emptySearch
  const found = useMatches({ ...search, sort: 'newest' }, 5)
  return (
    <Card component="section">
      <Group justify="space-between" mb="sm">
        <Text component="h2" fw={650}>
          {saved ? saved.name : text.start.fresh}
        </Text>
        <Group gap="md">
          {/* Somebody new finds the questions in the first steps. */}
          {(saved || !isNew) && (
            <Anchor component={Link} to="/start" size="sm">
              {saved ? text.onboarding.refine : text.onboarding.suit}
            </Anchor>
          )}
          {found.data?.totalElements !== 0 && (
            <Anchor component={Link} to={searchAddress(search)} size="sm">
              {found.data ? text.start.allOf(formatNumber(found.data.totalElements)) : text.start.allJobs}
            </Anchor>
          )}
        </Group>
      </Group>
      {found.isPending ? (
        <Lines count={4} height={64} />
      ) : found.isError ? (
        <SearchFailure query={found} />
      ) : found.data.content.length === 0 ? (
        <Empty
          plain
          icon={IconSparkles}
          title={saved ? text.onboarding.none : text.jobs.noneYet}
          action={
            <Button component={Link} to="/find" variant="light" leftSection={<IconSearch size={16} />}>
              {text.nav.find}
            </Button>
          }
        >
          {saved ? text.onboarding.noneHint : text.jobs.noneYetHint}
        </Empty>
      ) : (
        <Postings jobs={found.data.content} />
      )}
    </Card>
  )
}

/** Followed shows the newest postings of the employers that the user follows. */
function Followed() {
  const { data: boards = [] } = useFollowedBoards()
  const names = [...new Set(boards.map((b) => b.companyName))].slice(0, MAX_VALUES)
  return names.length > 0 && <FromEmployers names={names} />
}

function FromEmployers({ names }: { names: string[] }) {
  const search = { ...emptySearch, company: names }
  const found = useMatches({ ...search, sort: 'newest' }, 5)
  const open = found.data?.totalElements
  return (
    <Card component="section">
      <Group justify="space-between" mb="sm">
        <Text component="h2" fw={650}>
          {text.employers.fromFollowed}
        </Text>
        <Group gap="md">
          <Anchor component={Link} to="/employers?following=true" size="sm">
            {text.nav.employers}
          </Anchor>
          {open !== undefined && open > 0 && (
            <Anchor component={Link} to={searchAddress(search)} size="sm">
              {text.start.allOf(formatNumber(open))}
            </Anchor>
          )}
        </Group>
      </Group>
      {found.isPending && <Lines count={4} height={64} />}
      {found.isError && <SearchFailure query={found} />}
      {open === 0 && <Text c="dimmed">{text.employers.open(0, '')}</Text>}
      {found.data && <Postings jobs={found.data.content} />}
    </Card>
  )
}

function Postings({ jobs }: { jobs: JobSummary[] }) {
  const tracked = useTracked()
  return (
    <Stack gap={0} component="ul" style={{ listStyle: 'none', margin: '0 -1rem', padding: 0 }}>
      {jobs.map((job) => (
        <li key={job.id}>
          <JobRow job={job} to={`/find?job=${job.id}`} status={tracked.get(job.id)} />
        </li>
      ))}
    </Stack>
  )
}
