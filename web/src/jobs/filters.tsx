import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import { confirmedWithins, postedWithins } from '~/api/enums'
import type { ConfirmedWithin, Facets, PostedWithin } from '~/api/models'
import { text } from '~/text'
import { useCurrency } from './currency'
import { FacetGroup } from './facet-group'
import classes from './filters.module.css'
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
  const { data } = useFacets(asked)
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
  return (
    <Stack gap="lg">
      <Choice
        label={text.jobs.postedTitle}
        any={text.jobs.anyTime}
        options={postedWithins.map((p) => ({ value: p, label: text.jobs.postedWithin[p] }))}
        value={search.postedWithin}
        onChange={(v) => onChange({ postedWithin: v as PostedWithin | null })}
      />
      <Choice
        label={text.jobs.confirmedTitle}
        any={text.jobs.anyTime}
        options={confirmedWithins.map((c) => ({ value: c, label: text.jobs.confirmedWithin[c] }))}
        value={search.confirmedWithin}
        onChange={(v) => onChange({ confirmedWithin: v as ConfirmedWithin | null })}
      />
      <Choice
        label={text.jobs.experienceTitle}
        any={text.jobs.anyExperience}
        options={yearsOffered(search.experienceMax).map((y) => ({ value: String(y), label: text.jobs.experience(y) }))}
        value={search.experienceMax}
        onChange={(v) => onChange({ experienceMax: v === null ? null : Number(v) })}
      />
      <PayFilter search={search} currency={currency} onChange={onChange} />
      <Stack gap="xs">
        <Checkbox
          size="xs"
          className={classes.box}
          label={text.jobs.withClosed}
          checked={search.includeClosed}
          onChange={(e) => onChange({ includeClosed: e.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          className={classes.box}
          label={text.jobs.confirmedOnly}
          checked={search.unconfirmedDays === 0}
          onChange={(e) => onChange({ unconfirmedDays: e.currentTarget.checked ? 0 : null })}
        />
      </Stack>
      {/* Groups appear once they are counted: empty ones would push down what is below when they fill up. */}
      {facets && lists.map((filter) => (
        <FacetGroup
          key={filter}
          filter={filter}
          values={filter === 'location' ? places : (facets[groupOf[filter]] ?? [])}
          chosen={search[filter]}
          onToggle={toggleValue}
          {...(filter === 'company' ? { excluded: search.excludeCompany, onExclude: exclude } : {})}
        />
      ))}
    </Stack>
  )
}

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
