import { Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { PeriodStats } from '~/api/models'
import { addDays, formatCalendarDate, formatMonth, mondayOf, today } from '~/format/date'
import { formatNumber } from '~/format/number'
import { text } from '~/text'
import { type Days, daysName } from './period'
import classes from './stats.module.css'

const LOW = 10 // fewer do not fill the height
const MOST_WEEKS = 26
const MOST_MONTHS = 36

export interface Bar {
  from: string
  to: string
  label: string
  value: number
}

/** barsOf counts days by week, or by month in a longer period. */
export function barsOf(perDay: PeriodStats['perDay'], days: Days, now = today()): Bar[] {
  const first = perDay[0]?.day
  if (!first) return []
  const start = days.from && days.from > first ? days.from : first
  const end = [days.to ?? now, perDay.at(-1)!.day].sort().at(-1)!
  const weekly = addDays(start, 7 * MOST_WEEKS) > end
  const startOf = (day: string) => (weekly ? mondayOf(day) : `${day.slice(0, 7)}-01`)
  const after = (from: string) => (weekly ? addDays(from, 7) : `${addDays(from, 31).slice(0, 7)}-01`)
  const bars: Bar[] = []
  for (let from = startOf(start); from <= end; from = after(from)) {
    const month = () => formatMonth(Number(from.slice(0, 4)), Number(from.slice(5, 7)))
    const label = weekly ? formatCalendarDate(from).replace(/,?\s*\d{4}$/, '') : month()
    bars.push({ from, to: addDays(after(from), -1), label, value: 0 })
  }
  for (const { day, applications } of perDay) {
    const bar = bars.find((b) => b.from === startOf(day))
    if (bar) bar.value += applications
  }
  return bars.slice(-MOST_MONTHS)
}

interface Props {
  perDay: PeriodStats['perDay']
  days: Days
  addressOf: (journey: { from: string; to: string; reached: string }) => string
}

/** SentBars shows how many applications were sent when. Every bar leads to its applications. */
export function SentBars({ perDay, days, addressOf }: Props) {
  const bars = barsOf(perDay, days)
  const most = Math.max(...bars.map((b) => b.value), LOW)
  const every = Math.ceil(bars.length / 9)
  return (
    <Card component="section">
      <Title order={2} fz="h3">
        {text.stats.sentWhen}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {text.stats.sentWhenHint}
      </Text>
      <ol className={classes.bars}>
        {bars.map((b, i) => (
          <li key={b.from}>
            {b.value > 0 && (
              <Link
                to={addressOf({ from: b.from, to: b.to, reached: 'APPLIED' })}
                className={classes.bar}
                style={{ height: `${(b.value / most) * 100}%` }}
                title={text.stats.sentIn(b.value, formatNumber(b.value), daysName(b))}
                aria-label={text.stats.sentIn(b.value, formatNumber(b.value), daysName(b))}
              >
                <span className="numeric">{formatNumber(b.value)}</span>
              </Link>
            )}
            <span className={classes.tick} data-spare={(i / every) % 2 === 1 || undefined} aria-hidden>
              {i % every === 0 && b.label}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
