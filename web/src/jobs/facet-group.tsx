import { ActionIcon, Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { employmentTypes, workplaceTypes } from '~/api/enums'
import type { FacetValue } from '~/api/models'
import { formatNumber } from '~/format/number'
import { text } from '~/text'
import { valueName } from './describe'
import classes from './filters.module.css'
import { Fold } from './fold'
import type { ListFilter } from './search-state'

interface GroupProps {
  filter: ListFilter
  values: FacetValue[]
  chosen: string[]
  onToggle: (filter: ListFilter, value: string) => void
  /** The values that are left out, where a group allows that. */
  excluded?: string[]
  onExclude?: (value: string) => void
}

const none: string[] = []

const SHORT = 6
const LONG = 60

/** Groups with more values than are counted: other values can be typed. */
const endless: ListFilter[] = ['location', 'skill', 'company']

/** Groups that list all their values: that a value has no postings is worth knowing where there are so few. */
const whole: Partial<Record<ListFilter, string[]>> = { workplaceType: workplaceTypes, employmentType: employmentTypes }

/** FacetGroup is one filter with its values and their counts. */
export const FacetGroup = memo(
  function FacetGroup({ filter, values, chosen, onToggle, excluded = none, onExclude }: GroupProps) {
    const [all, setAll] = useState(false)
    const [query, setQuery] = useState('')
    // Chosen values are always shown, even if nothing matches them any more. In a group that counts only its most frequent
    // values they may have matches: "Germany" has those of all its towns.
    const uncounted = endless.includes(filter) ? null : 0
    const kept = [...chosen, ...excluded]
    const isIn = (names: string[], value: string) => names.some((n) => same(n, value))
    const missing = kept.filter((c) => !values.some((v) => same(v.value, c)))
    const empty = (whole[filter] ?? none).filter((w) => !isIn(kept, w) && !values.some((v) => same(v.value, w)))
    const uncountedRows = (names: string[]) => names.map((value) => ({ value, count: uncounted }))
    const rows = [...uncountedRows(missing), ...values, ...uncountedRows(empty)]
    const matching = query ? rows.filter((v) => valueName(filter, v.value).toLowerCase().includes(query.toLowerCase())) : rows
    const keptFirst = [...rows.filter((v) => isIn(kept, v.value)), ...rows.filter((v) => !isIn(kept, v.value))]
    const shown = all ? matching.slice(0, LONG) : keptFirst.slice(0, SHORT)
    const typed = query.trim()
    const unlisted = all && typed !== '' && endless.includes(filter) && !rows.some((v) => same(v.value, typed))
    const takeTyped = () => {
      onToggle(filter, typed)
      setQuery('')
    }
    if (rows.length === 0) return null

    return (
      <Fold
        title={text.jobs.facets[filter]}
        set={kept.length}
        initiallyOpen={filter !== 'company' && filter !== 'language'}
      >
        {all && rows.length > 12 && (
          <TextInput
            size="xs"
            mb="xs"
            aria-label={text.jobs.findIn(text.jobs.facets[filter])}
            placeholder={text.jobs.findIn(text.jobs.facets[filter])}
            value={query}
            onChange={(e) => setQuery(e.currentTarget.value)}
            onKeyDown={(e) => e.key === 'Enter' && unlisted && takeTyped()}
            maxLength={100}
          />
        )}
        <Stack gap={2}>
          {shown.map((v) => {
            const name = valueName(filter, v.value)
            const out = isIn(excluded, v.value)
            return (
              <div key={v.value} className={classes.row}>
                <Checkbox
                  size="xs"
                  classNames={{ root: classes.check, body: classes.option, labelWrapper: classes.label }}
                  checked={isIn(chosen, v.value)}
                  onChange={() => onToggle(filter, chosen.find((c) => same(c, v.value)) ?? v.value)}
                  label={
                    <span className={classes.value}>
                      <span className={classes.name} data-out={out || undefined} title={name}>
                        {name}
                      </span>
                      {v.count !== null && <span className={classes.count}>{formatNumber(v.count)}</span>}
                    </span>
                  }
                />
                {onExclude && (
                  <ActionIcon
                    size={24}
                    className={classes.exclude}
                    aria-pressed={out}
                    aria-label={text.jobs.exclude(name)}
                    title={out ? text.jobs.include(name) : text.jobs.exclude(name)}
                    onClick={() => onExclude(excluded.find((c) => same(c, v.value)) ?? v.value)}
                  >
                    <IconBan size={14} />
                  </ActionIcon>
                )}
              </div>
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
      </Fold>
    )
  },
  (a, b) => a.values === b.values && a.chosen.join('\n') === b.chosen.join('\n') && a.excluded?.join('\n') === b.excluded?.join('\n'),
)

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
