import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useCallback, useDeferredValue, useLayoutEffect, useRef } from 'react'
import type { Facets } from '~/api/models'
import { text } from '~/text'
import { FacetGroup } from './facet-group'
import { PayFilter } from './pay-filter'
import { useFacets } from './queries'
import { type ConfirmedWithin, confirmedWithins, excluding, type ListFilter, lists, type PostedWithin, postedWithins, type Search, toggle } from './search-state'

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
    const { excludeCompany } = search
    onChange({ [filter]: toggle(search[filter] as string[], value), ...(filter === 'company' ? { excludeCompany: excludeCompany.filter((c) => c.toLowerCase() !== value.toLowerCase()) } : {}) })
  }, [])
  const exclude = useCallback((company: string) => {
    const { search, onChange } = latest.current
    onChange(search.excludeCompany.includes(company) ? { excludeCompany: toggle(search.excludeCompany, company) } : excluding(search, company))
  }, [])
  return (
    <Stack gap="lg">
      <NativeSelect
        label={text.jobs.postedTitle}
        data={[{ value: '', label: text.jobs.anyTime }, ...postedWithins.map((p) => ({ value: p as string, label: text.jobs.postedWithin[p] }))]}
        value={search.postedWithin ?? ''}
        onChange={(e) => onChange({ postedWithin: (e.currentTarget.value || null) as PostedWithin | null })}
      />
      <NativeSelect
        label={text.jobs.confirmedTitle}
        data={[{ value: '', label: text.jobs.anyTime }, ...confirmedWithins.map((c) => ({ value: c as string, label: text.jobs.confirmedWithin[c] }))]}
        value={search.confirmedWithin ?? ''}
        onChange={(e) => onChange({ confirmedWithin: (e.currentTarget.value || null) as ConfirmedWithin | null })}
      />
      <Experience max={search.experienceMax} onChange={onChange} />
      <PayFilter search={search} onChange={onChange} />
      <Checkbox size="xs" label={text.jobs.withClosed} checked={search.includeClosed} onChange={(e) => onChange({ includeClosed: e.currentTarget.checked })} />
      {/* Groups come when they are counted; empty ones that fill up would move what stands below. */}
      {facets && lists.map((filter) => (
        <FacetGroup
          key={filter}
          filter={filter}
          values={facets[groupOf[filter]] ?? []}
          chosen={search[filter]}
          onToggle={toggleValue}
          {...(filter === 'company' ? { excluded: search.excludeCompany, onExclude: exclude } : {})}
        />
      ))}
    </Stack>
  )
}

const years = [0, 1, 2, 3, 5, 8, 10]

function Experience({ max, onChange }: { max: number | null; onChange: Props['onChange'] }) {
  const offered = max === null || years.includes(max) ? years : [...years, max].sort((a, b) => a - b)
  return (
    <NativeSelect
      label={text.jobs.experienceTitle}
      data={[{ value: '', label: text.jobs.anyExperience }, ...offered.map((y) => ({ value: String(y), label: text.jobs.experience(y) }))]}
      value={max ?? ''}
      onChange={(e) => onChange({ experienceMax: e.currentTarget.value === '' ? null : Number(e.currentTarget.value) })}
    />
  )
}
