import type { JobSummary } from '~/api/models'
import { text } from '~/text'

export const formatNumber = (n: number) => n.toLocaleString(navigator.languages as string[])

export const formatPercent = (share: number) => share.toLocaleString(navigator.languages as string[], { style: 'percent', maximumFractionDigits: 0 })

export const formatDecimal = (n: number) => n.toLocaleString(navigator.languages as string[], { maximumFractionDigits: 1 })

/** formatCount writes a total, saying so when it is an estimate. */
export function formatCount(n: number, estimated: boolean): string {
  return estimated ? text.about(formatNumber(n)) : formatNumber(n)
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
