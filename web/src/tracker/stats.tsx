import { Card, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconChartBar } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { applicationStatuses } from '~/api/enums'
import type { PeriodStats } from '~/api/models'
import { today } from '~/format/date'
import { formatDecimal, formatNumber, formatOfWhole, formatShare } from '~/format/number'
import { Empty, QueryState } from '~/shell/states'
import { usePhone } from '~/shell/use-phone'
import { text } from '~/text'
import { Dot } from './dot'
import { Flow } from './flow'
import { useNewApplication } from './new-application'
import { type Days, type PeriodName, parsePeriod, periods } from './period'
import { periodQuery } from './queries'
import { SentBars } from './sent-bars'
import { activeStatuses } from './status'
import classes from './stats.module.css'
import { TrackerPage } from './tracker-page'

/** How many applications make a chart worth looking at. */
const FEW = 5

/** Stats counts the applications of a period. Every figure leads to the applications behind it. */
export default function Stats() {
  const { open, dialog } = useNewApplication()
  const [params, setParams] = useSearchParams()
  const period = parsePeriod(params)
  const stats = useQuery({ ...periodQuery(period), placeholderData: keepPreviousData })
  const sent = stats.data?.reached[0]?.applications ?? 0
  const phone = usePhone()

  /** addressOf returns the table of the applications that a figure counts, archived ones included. */
  const addressOf = (filter: Record<string, string | string[] | undefined> = {}) => {
    const to = new URLSearchParams({ ...(period.from && { from: period.from }), ...(period.to && { to: period.to }), archived: 'any' })
    for (const [name, value] of Object.entries(filter)) {
      if (Array.isArray(value)) for (const v of value) to.append(name, v)
      else if (value) to.set(name, value)
    }
    return `/tracker/table?${to}`
  }

  const flow = stats.data && <Flow flow={stats.data.flow} addressOf={addressOf} /> // a table on a phone, where the charts come first
  return (
    <TrackerPage view="stats" onNew={() => open()} tools={<PeriodChoice period={period} onChange={setParams} />}>
      {dialog}
      <QueryState query={stats} lines={3} height={140} />
      {stats.data?.total === 0 && (
        <Empty icon={IconChartBar} title={period.name === 'all' ? text.stats.empty : text.stats.emptyPeriod}>
          {period.name === 'all' ? text.stats.emptyHint : text.stats.emptyPeriodHint}
        </Empty>
      )}
      {stats.data && stats.data.total > 0 && (
        <Stack gap="lg" style={{ opacity: stats.isPlaceholderData ? 0.6 : 1 }}>
          <Figures stats={stats.data} addressOf={addressOf} />
          {sent < FEW && (
            <>
              <Now stats={stats.data} addressOf={addressOf} />
              <Few />
            </>
          )}
          {sent >= FEW && (
            <div className={classes.charts}>
              {!phone && flow}
              <Funnel stats={stats.data} addressOf={addressOf} />
              <SentBars perDay={stats.data.perDay} days={period} addressOf={addressOf} />
              {phone && flow}
            </div>
          )}
        </Stack>
      )}
    </TrackerPage>
  )
}

/** Few says when the charts come: of one application they would be a single block. */
function Few() {
  return (
    <Card component="section" maw="34rem">
      <Title order={2} fz="h3">
        {text.stats.few(FEW)}
      </Title>
      <Text size="sm" c="dimmed" mt={2}>
        {text.stats.fewHint}
      </Text>
    </Card>
  )
}

interface PeriodChoiceProps {
  period: Days & { name: PeriodName }
  onChange: (params: Record<string, string>, options: { replace: boolean }) => void
}

/** PeriodChoice chooses the period of the statistics; "own" has a field for its first and one for its last day. */
export function PeriodChoice({ period, onChange }: PeriodChoiceProps) {
  // The latest choice, rendered or not: a change based on an older one would undo the change in between.
  const asked = useRef<Days>(period)
  useLayoutEffect(() => {
    asked.current = { from: period.from, to: period.to }
  }, [period.from, period.to])
  const go = (name: string, { from, to }: Days) => {
    const days = name === 'own' && { ...(from && { from }), ...(to && { to }) }
    const params: Record<string, string> = { ...(name !== 'all' && { period: name }), ...days }
    asked.current = parsePeriod(new URLSearchParams(params))
    onChange(params, { replace: true })
  }
  const own = period.name === 'own'
  const field = (label: string, name: 'from' | 'to') => (
    <TextInput
      type="date"
      aria-label={label}
      value={period[name] ?? ''}
      max={name === 'from' ? (period.to ?? undefined) : undefined}
      min={name === 'to' ? (period.from ?? undefined) : undefined}
      onChange={(e) => go('own', { ...asked.current, [name]: e.currentTarget.value || null })}
    />
  )
  return (
    <Group gap="xs" w={{ base: '100%', sm: 'auto' }}>
      <SegmentedControl
        className={classes.periods}
        aria-label={text.stats.period}
        data={periods.map((p) => ({ value: p, label: text.stats.periods[p] }))}
        value={period.name}
        onChange={(name) => go(name, { from: asked.current.from ?? `${today().slice(0, 4)}-01-01`, to: asked.current.to ?? today() })}
      />
      {own && field(text.stats.firstDay, 'from')}
      {own && field(text.stats.lastDay, 'to')}
    </Group>
  )
}

interface PartProps {
  stats: PeriodStats
  addressOf: (filter?: Record<string, string | string[] | undefined>) => string
}

function Figures({ stats, addressOf }: PartProps) {
  const sent = stats.reached[0]!.applications
  const open = activeStatuses.reduce((n, s) => n + stats.byStatus[s], 0)
  const offers = stats.reached.find((r) => r.stage === 'OFFER')!.applications
  const days = stats.averageReplyDays
  const figures = [
    {
      label: text.stats.total,
      value: formatNumber(stats.total),
      base: sent === stats.total ? text.stats.allSent : text.stats.sentOf(sent, formatNumber(sent)),
      to: addressOf(),
    },
    { label: text.stats.active, ...shareOf(open, stats.total), to: addressOf({ status: activeStatuses }) },
    { label: text.stats.responseRate, ...shareOf(stats.answered, sent), to: addressOf({ answered: 'true' }) },
    { label: text.stats.offers, ...shareOf(offers, sent), to: addressOf({ reached: 'OFFER' }) },
  ]
  // Without an answer, or where imported answers have no day, there is nothing to say.
  if (days !== null) {
    figures.push({
      label: text.stats.replyDays,
      value: text.stats.days(days, formatDecimal(days)),
      base: text.stats.averageOf(stats.waited, formatNumber(stats.waited)),
      to: addressOf({ waited: 'true' }),
    })
  }
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, md: figures.length }} spacing={{ base: 'xs', sm: 'md' }}>
      {figures.map((f) => (
        <Link key={f.label} to={f.to} className={classes.figure}>
          <Text size="sm" c="dimmed">
            {f.label}
          </Text>
          <Text className={`numeric ${classes.value}`}>
            {f.value}
          </Text>
          <Text size="xs" c="dimmed" className="numeric">
            {f.base}
          </Text>
        </Link>
      ))}
    </SimpleGrid>
  )
}

/** Now counts applications by where they are. The diagram of many says the same. */
function Now({ stats, addressOf }: PartProps) {
  return (
    <Group gap="xs" component="ul" aria-label={text.stats.now} className={classes.now}>
      {applicationStatuses
        .filter((s) => stats.byStatus[s] > 0)
        .map((s) => (
          <li key={s}>
            <Link to={addressOf({ status: s })} className={classes.status}>
              <Dot status={s} />
              {text.status[s]} <b className="numeric">{formatNumber(stats.byStatus[s])}</b>
            </Link>
          </li>
        ))}
    </Group>
  )
}

/** shareOf returns a number, and its share together with what it is a share of. */
const shareOf = (part: number, whole: number) => ({
  value: formatNumber(part),
  base: whole > 0 ? formatOfWhole(part, whole) : text.none,
})

function Funnel({ stats, addressOf }: PartProps) {
  const sent = stats.reached[0]!.applications
  return (
    <Card component="section">
      <Title order={2} fz="h3">
        {text.stats.funnel}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {text.stats.funnelHint}
      </Text>
      <Stack gap="sm" component="ol" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {stats.reached.map(({ stage, applications }, i) => {
          const before = stats.reached[i - 1]?.applications ?? 0
          return (
            <li key={stage}>
              <Group justify="space-between" mb={4} gap="0 var(--mantine-spacing-xs)">
                <Link to={addressOf({ reached: stage })} className={classes.link}>
                  {text.stats.points[stage]}
                </Link>
                <Text size="sm" c="dimmed" className="numeric">
                  {i === 0 ? formatNumber(applications) : formatShare(applications, sent)}
                  {i > 1 && before > 0 && ` · ${text.stats.ofPrevious(formatShare(applications, before))}`}
                </Text>
              </Group>
              <div className={classes.track}>
                <div className={classes.fill} style={{ width: `${applications > 0 ? Math.max((100 * applications) / sent, 1.5) : 0}%` }} />
              </div>
            </li>
          )
        })}
      </Stack>
    </Card>
  )
}
