import { Checkbox, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import { confirmedWithins, postedWithins } from '~/api/enums'
import type { ConfirmedWithin, Facets, PostedWithin } from '~/api/models'
import { text } from '~/text'
import { useCurrency } from './currency'
import { FacetGroup } from './facet-group'
import classes from './filters.module.css'
import { Fold } from './fold'
import { PayFilter } from './pay-filter'
import { useFacets } from './queries'
import { excluding, isRemote, type ListFilter, lists, type Search, toggle } from './search-state'
import { explicit, type Reading, ticked } from './understood'

const groupOf: Record<ListFilter, keyof Omit<Facets, 'countIsEstimate'>> = {
  workplaceType: 'workplaceTypes', location: 'locations', careerLevel: 'careerLevels', employmentType: 'employmentTypes',
  skill: 'skills', company: 'companies', language: 'languages',
}

interface Props {
  search: Search
  /** How the keyword was read, once that is known. */
  understood?: Reading | undefined
  onChange: (patch: Partial<Search>) => void
}

/** Filters narrows the search; every value shows its number of postings. Values that words of the keyword name are ticked. */
export function Filters({ search: asked, understood, onChange: write }: Props) {
  const { data, isError } = useFacets(asked)
  const [currencyOf] = useCurrency()
  const currency = currencyOf(asked)
  const search = ticked(asked, understood, currency)
  const onChange = (patch: Partial<Search>) => write(explicit(asked, understood, patch, currency))
  const facets = useDeferredValue(data)
  // Remote work is offered as a kind of workplace.
  const places = useMemo(() => (facets?.locations ?? []).filter((l) => !isRemote(l.value)), [facets?.locations])
  // The callbacks below never change, so that a group renders again only when its own values change.
  const latest = useRef({ search, onChange })
  useLayoutEffect(() => {
    latest.current = { search, onChange }
  })
  const toggleValue = useCallback((filter: ListFilter, value: string) => {
    const { search, onChange } = latest.current
    const others = search.excludeCompany.filter((c) => c.toLowerCase() !== value.toLowerCase())
    onChange({ [filter]: toggle(search[filter] as string[], value), ...(filter === 'company' ? { excludeCompany: others } : {}) })
  }, [])
  const exclude = useCallback((company: string) => {
    const { search, onChange } = latest.current
    const { excludeCompany } = search
    onChange(excludeCompany.includes(company) ? { excludeCompany: toggle(excludeCompany, company) } : excluding(search, company))
  }, [])
  const groups = (filters: readonly ListFilter[]) =>
    facets &&
    filters.map((filter) => (
      <FacetGroup
        key={filter}
        filter={filter}
        values={filter === 'location' ? places : (facets[groupOf[filter]] ?? [])}
        chosen={search[filter]}
        onToggle={toggleValue}
        {...(filter === 'company' ? { excluded: search.excludeCompany, onExclude: exclude } : {})}
      />
    ))
  return (
    <Stack gap="lg">
      {groups(first) ?? (!isError && first.map((filter) => <Waiting key={filter} filter={filter} />))}
      <PayFilter search={search} currency={currency} onChange={onChange} />
      <Choice
        label={text.jobs.postedTitle}
        any={text.jobs.anyTime}
        options={postedWithins.map((p) => ({ value: p, label: text.jobs.postedWithin[p] }))}
        value={search.postedWithin}
        onChange={(v) => onChange({ postedWithin: v as PostedWithin | null })}
      />
      <Choice
        label={text.jobs.experienceTitle}
        any={text.jobs.anyExperience}
        options={yearsOffered(search.experienceMax).map((y) => ({ value: String(y), label: text.jobs.experience(y) }))}
        value={search.experienceMax}
        onChange={(v) => onChange({ experienceMax: v === null ? null : Number(v) })}
      />
      {/* These groups appear once they are counted: empty ones would push down what is below when they fill up. */}
      {groups(others)}
      {(facets || isError) && <More search={search} onChange={onChange} />}
    </Stack>
  )
}

/** What most people choose by comes first, before pay and dates. */
const first = ['workplaceType', 'location', 'careerLevel'] as const
const others = lists.filter((filter) => !first.some((f) => f === filter))

/** Waiting takes the room of a group that is not counted yet. */
function Waiting({ filter }: { filter: (typeof first)[number] }) {
  return (
    <div aria-hidden>
      <Text size="sm" fw={600} className={classes.heading}>
        {text.jobs.facets[filter]}
      </Text>
      <Stack gap={12} py={6}>
        {Array.from({ length: filter === 'workplaceType' ? 3 : 7 }, (_, i) => (
          <Skeleton key={i} h={14} w={`${88 - ((i * 23) % 40)}%`} />
        ))}
      </Stack>
    </div>
  )
}

/** More has the filters that few need: when a posting was last confirmed, and closed ones. */
function More({ search, onChange }: { search: Search; onChange: (patch: Partial<Search>) => void }) {
  const { confirmedWithin, unconfirmedDays, includeClosed } = search
  const set = [confirmedWithin !== null, unconfirmedDays !== null, includeClosed].filter(Boolean).length
  return (
    <Fold title={text.jobs.moreFilters} set={set} initiallyOpen={set > 0}>
      <Stack gap="sm">
        <Choice
          label={text.jobs.confirmedTitle}
          any={text.jobs.anyTime}
          options={[
            ...confirmedWithins.map((c) => ({ value: c, label: text.jobs.confirmedWithin[c] })),
            { value: LAST_CHECK, label: text.jobs.confirmedLast },
          ]}
          value={confirmedWithin ?? (unconfirmedDays === 0 ? LAST_CHECK : null)}
          onChange={(v) =>
            onChange({
              confirmedWithin: v === LAST_CHECK ? null : (v as ConfirmedWithin | null),
              unconfirmedDays: v === LAST_CHECK ? 0 : null,
            })
          }
        />
        <Checkbox
          size="xs"
          className={classes.box}
          label={text.jobs.withClosed}
          checked={includeClosed}
          onChange={(e) => onChange({ includeClosed: e.currentTarget.checked })}
        />
      </Stack>
    </Fold>
  )
}

/** Leaves out what boards do not confirm, however often they are read. */
const LAST_CHECK = 'last-check'

const years = [0, 1, 2, 3, 5, 8, 10]

const yearsOffered = (max: number | null) => (max === null || years.includes(max) ? years : [...years, max].sort((a, b) => a - b))

interface ChoiceProps {
  label: string
  any: string
  options: { value: string; label: string }[]
  value: string | number | null
  onChange: (value: string | null) => void
}

/** Choice offers one of some values, or any. */
function Choice({ label, any, options, value, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: any }, ...options]}
      value={value ?? ''}
      onChange={(e) => onChange(e.currentTarget.value || null)}
    />
  )
}
