import { Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { parseAmount } from '~/format/amount'
import { formatNumber } from '~/format/number'
import { whenReleased } from '~/shell/pointer'
import { text } from '~/text'
import { offeredCurrencies, useCurrency } from './currency'
import classes from './filters.module.css'
import { type Search, payOf } from './search-state'

/** Long enough to type the next digit: every amount that is applied is a step for "back". */
const PAUSE = 600

interface Props {
  search: Search
  /** In which the service reads an amount without one. Absent: that of the search. */
  currency?: string
  onChange: (patch: Partial<Search>) => void
}

/** PayFilter sets a minimum yearly pay, after a pause in typing. Postings that state none are left out until the box below is unticked. */
export function PayFilter({ search, currency: read, onChange }: Props) {
  const written = search.compensationMin ? formatNumber(search.compensationMin) : ''
  const [draft, setDraft] = useState(written)
  const [was, setWas] = useState(written)
  const [unreadable, setUnreadable] = useState(false)
  const [currencyOf, choose] = useCurrency()
  if (was !== written) {
    setWas(written)
    // What was applied in a pause stays as it was typed: the next digit would not fit a new spelling.
    if (parseAmount(draft) !== search.compensationMin || search.compensationMin === null) setDraft(written)
    setUnreadable(false)
  }
  const pricedOnly = search.compensationMin !== null && !search.includeUnpriced
  // An address may have an amount without a currency.
  const currency = (search.compensationMin && (search.compensationCurrency ?? read)) || currencyOf(search)

  const send = (typing = false) => {
    const value = parseAmount(draft)
    const wrong = draft.trim() !== '' && value === null
    setUnreadable(wrong && !typing)
    if (wrong) return
    if (!typing) setDraft(value ? formatNumber(value) : '')
    if (value !== (search.compensationMin || null)) onChange(payOf(value, currency, search.includeUnpriced))
  }
  // After a click elsewhere it must add to the search that the click has made.
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const finish = () => {
    clearTimeout(timer.current)
    latest.current()
  }
  return (
    <Stack gap="xs">
      {/* In some languages one label takes two lines. */}
      <Group gap="xs" align={unreadable ? 'flex-start' : 'flex-end'} wrap="nowrap">
        <TextInput
          label={text.jobs.payTitle}
          placeholder={text.jobs.payExample}
          value={draft}
          onChange={(e) => {
            setDraft(e.currentTarget.value)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => latest.current(true), PAUSE)
          }}
          onBlur={() => {
            clearTimeout(timer.current)
            whenReleased(finish)
          }}
          onKeyDown={(e) => e.key === 'Enter' && finish()}
          error={unreadable && text.jobs.payUnreadable}
          maxLength={16}
          style={{ flex: 1 }}
        />
        <NativeSelect
          label={text.jobs.currency}
          data={offeredCurrencies(currency, search)}
          value={currency}
          onChange={(e) => {
            choose(e.currentTarget.value)
            if (search.compensationMin) onChange({ compensationCurrency: e.currentTarget.value })
          }}
          w={88}
        />
      </Group>
      {search.compensationMin ? (
        <Text size="xs" c="dimmed">
          {text.jobs.payReaches}
        </Text>
      ) : null}
      <Checkbox
        size="xs"
        className={classes.box}
        label={text.jobs.pricedOnly}
        checked={pricedOnly}
        onChange={(e) => onChange(payOf(search.compensationMin ?? 0, currency, !e.currentTarget.checked))}
      />
    </Stack>
  )
}
