import type { JobSummary, PayAbout } from '~/api/models'
import { text } from '~/text'

export const formatNumber = (n: number) => n.toLocaleString(navigator.languages as string[])

export const formatPercent = (share: number) => share.toLocaleString(navigator.languages as string[], { style: 'percent', maximumFractionDigits: 0 })

export const formatDecimal = (n: number) => n.toLocaleString(navigator.languages as string[], { maximumFractionDigits: 1 })

/** formatBytes writes a size in the largest unit that gives at least one. */
export function formatBytes(n: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(n, 1)) / 3)))
  const value = n / 1000 ** step
  return value.toLocaleString(navigator.languages as string[], { style: 'unit', unit: units[step], unitDisplay: step === 0 ? 'long' : 'short', maximumFractionDigits: value < 10 ? 1 : 0 })
}

export function formatMoney(amount: number, currency: string): string {
  try {
    return amount.toLocaleString(navigator.languages as string[], { style: 'currency', currency, maximumFractionDigits: 0 })
  } catch {
    return `${formatNumber(amount)} ${currency}` // a code that is no currency
  }
}

type Pay = Pick<JobSummary, 'compensationMin' | 'compensationMax' | 'compensationCurrency' | 'compensationPeriod'>

/** formatPay writes a posting's pay, or null when it names none. */
export function formatPay(p: Pay): string | null {
  const { compensationMin: low, compensationMax: high, compensationCurrency: currency, compensationPeriod: period } = p
  const money = (n: number) => (currency ? formatMoney(n, currency) : formatNumber(n))
  let amount: string
  if (low !== null && high !== null && low !== high) amount = `${money(low)} – ${money(high)}`
  else if (low !== null && high === null) amount = text.pay.from(money(low))
  else if (high !== null && low === null) amount = text.pay.upTo(money(high))
  else if (high !== null) amount = money(high)
  else return null
  return period ? `${amount} ${text.pay.per[period]}` : amount
}

/** formatPayAbout writes pay that was converted to another currency. */
export function formatPayAbout({ min, max, currency }: PayAbout): string {
  return text.pay.about(min === max ? formatMoney(max, currency) : `${formatMoney(min, currency)} – ${formatMoney(max, currency)}`)
}
