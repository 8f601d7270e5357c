import type { JobSummary, PayAbout } from '~/api/models'
import { text } from '~/text'
import { locale } from './date'

export const formatNumber = (n: number) => n.toLocaleString(locale())

export const formatPercent = (share: number) => share.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: 0 })

/** formatShare formats a part of a whole with both numbers: "3 of 12 (25 %)". */
export const formatShare = (part: number, whole: number) =>
  text.stats.share(formatNumber(part), formatNumber(whole), formatPercent(whole > 0 ? part / whole : 0))

/** formatOfWhole formats what a part is of, for a place that shows the part beside it: "of 12 (25 %)". */
export const formatOfWhole = (part: number, whole: number) => text.stats.ofWhole(formatNumber(whole), formatPercent(part / whole))

export const formatDecimal = (n: number) => n.toLocaleString(locale(), { maximumFractionDigits: 1 })

/** formatBytes formats a size in the largest unit in which it is at least 1. */
export function formatBytes(n: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(n, 1)) / 3)))
  const value = n / 1000 ** step
  return value.toLocaleString(locale(), {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  })
}

export function formatMoney(amount: number, currency: string): string {
  const digits = Number.isInteger(amount) ? 0 : 2
  try {
    return amount.toLocaleString(locale(), { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits })
  } catch {
    return `${formatNumber(amount)} ${currency}` // not a currency code
  }
}

type Pay = Pick<
  JobSummary,
  'compensationMin' | 'compensationMax' | 'compensationMinExact' | 'compensationMaxExact' | 'compensationCurrency' | 'compensationPeriod'
>

/** formatPay formats a posting's pay; null if it states none. */
export function formatPay(p: Pay): string | null {
  const { compensationCurrency: currency, compensationPeriod: period } = p
  const low = p.compensationMinExact ?? p.compensationMin
  const high = p.compensationMaxExact ?? p.compensationMax
  const money = (n: number) => (currency ? formatMoney(n, currency) : formatNumber(n))
  let amount: string
  if (low !== null && high !== null && low !== high) amount = `${money(low)} – ${money(high)}`
  else if (low !== null && high === null) amount = text.pay.from(money(low))
  else if (high !== null && low === null) amount = text.pay.upTo(money(high))
  else if (high !== null) amount = money(high)
  else return null
  return period ? `${amount} ${text.pay.per[period]}` : amount
}

/** formatPayAbout formats pay that was converted to another currency. */
export function formatPayAbout({ min, max, currency }: PayAbout): string {
  return text.pay.about(min === max ? formatMoney(max, currency) : `${formatMoney(min, currency)} – ${formatMoney(max, currency)}`)
}
