import { Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { parseAmount } from '~/format/amount'
import { formatNumber } from '~/format/number'
import { whenReleased } from '~/shell/pointer'
import { text } from '~/text'
import { currencies, useCurrency } from './currency'
import { type Search, payOf } from './search-state'

interface Props {
  search: Search
  onChange: (patch: Partial<Search>) => void
}

/** PayFilter sets a minimum yearly pay. Postings that state none are left out until the box below is unticked. */
export function PayFilter({ search, onChange }: Props) {
  const written = search.compensationMin ? formatNumber(search.compensationMin) : ''
  const [draft, setDraft] = useState(written)
  const [was, setWas] = useState(written)
  const [unreadable, setUnreadable] = useState(false)
  const [usual, choose] = useCurrency()
  if (was !== written) {
    setWas(written)
    setDraft(written)
    setUnreadable(false)
  }
  const pricedOnly = search.compensationMin !== null && !search.includeUnpriced
  // An address may have an amount without a currency: the server's default applies.
  const currency = search.compensationMin ? search.compensationCurrency : usual

  const send = () => {
    const value = parseAmount(draft)
    setUnreadable(draft.trim() !== '' && value === null)
    if (draft.trim() !== '' && value === null) return
    setDraft(value ? formatNumber(value) : '')
    if (value !== (search.compensationMin || null)) onChange(payOf(value, currency, search.includeUnpriced))
  }
  // After a click elsewhere it must add to the search that the click has made.
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  const offered = currency ? [...new Set([currency, ...currencies])] : [{ value: '', label: text.jobs.defaultCurrency }, ...currencies]
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          label={text.jobs.payTitle}
          placeholder={text.jobs.payExample}
          value={draft}
          onChange={(e) => setDraft(e.currentTarget.value)}
          onBlur={() => whenReleased(() => latest.current())}
          onKeyDown={(e) => e.key === 'Enter' && send()}
          error={unreadable && text.jobs.payUnreadable}
          maxLength={16}
          style={{ flex: 1 }}
        />
        <NativeSelect
          label={text.jobs.currency}
          data={offered}
          value={currency ?? ''}
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
        label={text.jobs.pricedOnly}
        checked={pricedOnly}
        onChange={(e) => onChange(payOf(search.compensationMin ?? 0, search.compensationCurrency ?? usual, !e.currentTarget.checked))}
      />
    </Stack>
  )
}
