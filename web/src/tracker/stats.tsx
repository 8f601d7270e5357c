import { Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChartBar } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { applications, ask } from '~/api/client'
import { applicationStatuses } from '~/api/enums'
import type { Application, ApplicationStats, ApplicationStatus } from '~/api/models'
import { formatCalendarDay, formatMonth, lastWeeks, weekOf } from '~/format/date'
import { formatDecimal, formatNumber, formatPercent } from '~/format/number'
import { Empty, Failure, QueryState } from '~/shell/states'
import { text } from '~/text'
import { useNewApplication } from './new-application'
import { statsQuery, useAllApplications } from './queries'
import classes from './stats.module.css'
import { TrackerPage } from './tracker-page'

const BarChart = lazy(() => import('./charts'))

const WEEKS = 12

/** Stats shows how far applications get, how often companies answer, and how many were sent when. */
export default function Stats() {
  const { open, dialog } = useNewApplication()
  const stats = useQuery(statsQuery)
  return (
    <TrackerPage view="stats" onNew={() => open()}>
      {dialog}
      <QueryState query={stats} lines={3} height={140} />
      {stats.data?.total === 0 && (
        <Empty icon={IconChartBar} title={text.stats.empty}>
          {text.stats.emptyHint}
        </Empty>
      )}
      {stats.data && stats.data.total > 0 && (
        <Stack gap="lg">
          <Figures stats={stats.data} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <Funnel stats={stats.data} />
            <Weeks />
          </SimpleGrid>
          <Months />
        </Stack>
      )}
    </TrackerPage>
  )
}

function Figures({ stats }: { stats: ApplicationStats }) {
  const figures = [
    [text.stats.total, formatNumber(stats.total)],
    [text.stats.active, formatNumber(stats.active)],
    [text.stats.responseRate, stats.responseRate === null ? text.none : formatPercent(stats.responseRate)],
    [text.stats.replyDays, stats.averageReplyDays === null ? text.none : text.stats.days(formatDecimal(stats.averageReplyDays))],
  ] as const
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {figures.map(([label, value]) => (
        <Card key={label} padding="md">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fz={28} fw={650} className="numeric">
            {value}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  )
}

/** reached returns the share of applications that reached each stage; step is the share of the stage before. */
export function reached(stats: ApplicationStats) {
  let share = 1
  const out: { stage: ApplicationStatus; share: number; step: number | null }[] = [{ stage: 'APPLIED', share: 1, step: null }]
  for (const p of stats.passThrough) {
    share *= p.rate ?? 0
    out.push({ stage: p.to, share, step: p.rate })
  }
  return out
}

function Funnel({ stats }: { stats: ApplicationStats }) {
  return (
    <Card component="section">
      <Title order={2} fz="h3">
        {text.stats.funnel}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {text.stats.funnelHint}
      </Text>
      <Stack gap="sm" component="ol" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {reached(stats).map((r) => (
          <li key={r.stage}>
            <Group justify="space-between" mb={4}>
              <Text size="sm" fw={550}>
                {text.status[r.stage]}
              </Text>
              <Text size="sm" c="dimmed" className="numeric">
                {formatPercent(r.share)}
                {r.step !== null && ` · ${text.stats.ofPrevious(formatPercent(r.step))}`}
              </Text>
            </Group>
            <div className={classes.track}>
              <div className={classes.fill} style={{ width: `${Math.max(r.share * 100, r.share > 0 ? 1.5 : 0)}%` }} />
            </div>
          </li>
        ))}
      </Stack>
    </Card>
  )
}

/** perWeek counts the applications sent in each week. */
export function perWeek(all: Application[], weeks: string[]): { label: string; value: number }[] {
  const counts = new Map<string, number>()
  for (const a of all) if (a.appliedAt) counts.set(weekOf(a.appliedAt), (counts.get(weekOf(a.appliedAt)) ?? 0) + 1)
  return weeks.map((w) => ({ label: formatCalendarDay(w).replace(/^\S+\s/, ''), value: counts.get(w) ?? 0 }))
}

function Weeks() {
  const { data } = useAllApplications()
  const bars = useMemo(() => perWeek(data ?? [], lastWeeks(WEEKS)), [data])
  return (
    <ChartCard title={text.stats.weeks} hint={text.stats.weeksHint} rows={bars}>
      <BarChart data={bars} series={[{ name: 'value', label: text.stats.sent, color: 'pine.6' }]} />
    </ChartCard>
  )
}

function Months() {
  const history = useQuery({
    queryKey: ['applications', 'history', 12],
    queryFn: ({ signal }) => ask(applications.GET('/applications/stats/history', { params: { query: { months: 12 } }, signal })),
  })
  const shown = applicationStatuses.filter((s) => s !== 'SAVED' && history.data?.some((m) => m.byStatus[s] > 0))
  const rows = (history.data ?? []).map((m) => ({
    label: formatMonth(m.year, m.month),
    value: shown.reduce((sum, s) => sum + m.byStatus[s], 0),
    ...m.byStatus,
  }))
  if (history.isError) return <Failure error={history.error} retry={history.refetch} />
  return (
    <ChartCard title={text.stats.months} hint={text.stats.monthsHint} rows={rows}>
      <BarChart data={rows} stacked series={shown.map((s) => ({ name: s, label: text.status[s], color: chartColor[s] }))} />
    </ChartCard>
  )
}

const chartColor: Record<ApplicationStatus, string> = {
  SAVED: 'gray.5', APPLIED: 'sky.5', SCREENING: 'violet.4', INTERVIEW: 'amber.4', OFFER: 'pine.4',
  ACCEPTED: 'pine.7', REJECTED: 'rose.4', WITHDRAWN: 'gray.4', GHOSTED: 'gray.5',
}

interface ChartProps {
  title: string
  hint: string
  rows: { label: string; value: number }[]
  children: React.ReactNode
}

/** ChartCard shows a chart, and the same numbers as a table to screen readers. */
function ChartCard({ title, hint, rows, children }: ChartProps) {
  return (
    <Card component="section">
      <Title order={2} fz="h3">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {hint}
      </Text>
      <div className={classes.chart} aria-hidden>
        {rows.length === 0 ? <Skeleton h="100%" /> : <Suspense fallback={<Skeleton h="100%" />}>{children}</Suspense>}
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <tbody>
          {rows.map((r) => (
            <tr key={r.label}>
              <th scope="row">{r.label}</th>
              <td>{formatNumber(r.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
