import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useCallback, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import type { FacetValue, Facets } from '~/api/models'
import { formatNumber } from '~/format/number'
import { text } from '~/text'
import { valueName } from './describe'
import classes from './filters.module.css'
import { useFacets } from './queries'
import { type ListFilter, lists, type PostedWithin, postedWithins, type Search, toggle } from './search-state'

const groupOf: Record<ListFilter, keyof Omit<Facets, 'countIsEstimate'>> = {
  workplaceType: 'workplaceTypes', location: 'locations', careerLevel: 'careerLevels', employmentType: 'employmentTypes',
  skill: 'skills', company: 'companies', language: 'languages',
}

interface Props {
  search: Search
  onChange: (patch: Partial<Search>) => void
}

/** Filters narrows the search; every value says how many postings it would show. */
export function Filters({ search, onChange }: Props) {
  const { data } = useFacets(search)
  const facets = useDeferredValue(data)
  // One function for all time, so that a group is drawn anew only when its own values change.
  const latest = useRef({ search, onChange })
  useLayoutEffect(() => {
    latest.current = { search, onChange }
  })
  const toggleValue = useCallback((filter: ListFilter, value: string) => {
    const { search, onChange } = latest.current
    onChange({ [filter]: toggle(search[filter] as string[], value) })
  }, [])
  return (
    <Stack gap="lg">
      <NativeSelect
        label={text.jobs.postedTitle}
        data={[{ value: '', label: text.jobs.anyTime }, ...postedWithins.map((p) => ({ value: p as string, label: text.jobs.postedWithin[p] }))]}
        value={search.postedWithin ?? ''}
        onChange={(e) => onChange({ postedWithin: (e.currentTarget.value || null) as PostedWithin | null })}
      />
      <Pay search={search} onChange={onChange} />
      <Checkbox size="xs" label={text.jobs.withClosed} checked={search.includeClosed} onChange={(e) => onChange({ includeClosed: e.currentTarget.checked })} />
      {/* Groups come when they are counted; empty ones that fill up would move what stands below. */}
      {facets && lists.map((filter) => (
        <FacetGroup
          key={filter}
          filter={filter}
          values={facets[groupOf[filter]]}
          chosen={search[filter]}
          estimated={facets.countIsEstimate}
          onToggle={toggleValue}
        />
      ))}
    </Stack>
  )
}

const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CAD', 'AUD']

function Pay({ search, onChange }: Props) {
  const written = search.compensationMin ? formatNumber(search.compensationMin) : ''
  const [draft, setDraft] = useState(written)
  const [was, setWas] = useState(written)
  if (was !== written) {
    setWas(written)
    setDraft(written)
  }
  const send = () => {
    // Whatever the locale puts between thousands, only the digits count.
    const value = Number(draft.replace(/\D/g, '').slice(0, 10))
    setDraft(value > 0 ? formatNumber(value) : '')
    if ((value || null) !== search.compensationMin) onChange({ compensationMin: value || null })
  }
  const chosen = search.compensationCurrency
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={text.jobs.payTitle}
        placeholder={formatNumber(50_000)}
        inputMode="numeric"
        value={draft}
        onChange={(e) => setDraft(e.currentTarget.value)}
        onBlur={send}
        onKeyDown={(e) => e.key === 'Enter' && send()}
        maxLength={16}
        style={{ flex: 1 }}
      />
      <NativeSelect
        aria-label={text.jobs.currency}
        data={[{ value: '', label: text.jobs.anyCurrency }, ...(chosen && !currencies.includes(chosen) ? [chosen, ...currencies] : currencies)]}
        value={chosen ?? ''}
        onChange={(e) => onChange({ compensationCurrency: e.currentTarget.value || null })}
        w={88}
      />
    </Group>
  )
}

interface GroupProps {
  filter: ListFilter
  values: FacetValue[]
  chosen: string[]
  estimated: boolean
  onToggle: (filter: ListFilter, value: string) => void
}

const SHORT = 6
const LONG = 60

/** Groups with more values than are counted: what is not among them can be typed. */
const endless: ListFilter[] = ['location', 'skill', 'company']

const FacetGroup = memo(
  function FacetGroup({ filter, values, chosen, estimated, onToggle }: GroupProps) {
    const [open, setOpen] = useState(filter !== 'company' && filter !== 'language')
    const [all, setAll] = useState(false)
    const [query, setQuery] = useState('')
    const id = useId()
    // What is chosen stays in sight, even where nothing matches it any more. In a group that counts only its most frequent
    // values it may well have matches: "Germany" has those of all its towns.
    const uncounted = endless.includes(filter) ? null : 0
    const rows = [...chosen.filter((c) => !values.some((v) => same(v.value, c))).map((value) => ({ value, count: uncounted })), ...values]
    const matching = query ? rows.filter((v) => valueName(filter, v.value).toLowerCase().includes(query.toLowerCase())) : rows
    const shown = all ? matching.slice(0, LONG) : [...rows.filter((v) => chosen.some((c) => same(c, v.value))), ...rows.filter((v) => !chosen.some((c) => same(c, v.value)))].slice(0, SHORT)
    const typed = query.trim()
    const unlisted = all && typed !== '' && endless.includes(filter) && !rows.some((v) => same(v.value, typed))
    const takeTyped = () => {
      onToggle(filter, typed)
      setQuery('')
    }
    if (rows.length === 0) return null

    return (
      <section>
        <UnstyledButton className={classes.heading} onClick={() => setOpen(!open)} aria-expanded={open} aria-controls={id}>
          <Text size="sm" fw={600} component="h2">
            {text.jobs.facets[filter]}
            {chosen.length > 0 && <span className={classes.badge}>{chosen.length}</span>}
          </Text>
          <IconChevronDown size={16} className={classes.chevron} data-open={open || undefined} aria-hidden />
        </UnstyledButton>
        <div id={id} hidden={!open}>
          {all && rows.length > 12 && <TextInput size="xs" mb="xs" aria-label={text.jobs.findIn(text.jobs.facets[filter])} placeholder={text.jobs.findIn(text.jobs.facets[filter])} value={query} onChange={(e) => setQuery(e.currentTarget.value)} onKeyDown={(e) => e.key === 'Enter' && unlisted && takeTyped()} maxLength={100} />}
          <Stack gap={2}>
            {shown.map((v) => {
              const name = valueName(filter, v.value)
              const checked = chosen.some((c) => same(c, v.value))
              return (
                <Checkbox
                  key={v.value}
                  size="xs"
                  classNames={{ body: classes.option, labelWrapper: classes.label }}
                  checked={checked}
                  onChange={() => onToggle(filter, chosen.find((c) => same(c, v.value)) ?? v.value)}
                  label={
                    <span className={classes.value}>
                      <span className={classes.name}>{name}</span>
                      {v.count !== null && <span className={classes.count}>{estimated && v.count > 0 ? text.jobs.roughly(formatNumber(v.count)) : formatNumber(v.count)}</span>}
                    </span>
                  }
                />
              )
            })}
          </Stack>
          {unlisted && (
            <Button variant="light" size="compact-xs" mt={6} mr={6} maw="100%" onClick={takeTyped}>
              {text.jobs.useTyped(typed)}
            </Button>
          )}
          {rows.length > SHORT && (
            <Button variant="subtle" size="compact-xs" mt={6} onClick={() => setAll(!all)}>
              {all ? text.showLess : text.showMore}
            </Button>
          )}
        </div>
      </section>
    )
  },
  (a, b) => a.values === b.values && a.estimated === b.estimated && a.chosen.join('\n') === b.chosen.join('\n'),
)

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
