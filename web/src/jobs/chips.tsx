import { Button, Pill } from '@mantine/core'
import { focusBeside, focusSearchOrList } from '~/shell/focus'
import { text } from '~/text'
import { chipName } from './describe'
import classes from './find.module.css'
import { chipsOf, emptySearch, type Search, withoutChip } from './search-state'

interface ChipsProps {
  search: Search
  onChange: (patch: Partial<Search>) => void
  /** Shows the search words too, where no search field does. */
  withKeyword?: boolean
}

/** Chips shows the active filters, each with a button to remove it. */
export function Chips({ search, onChange, withKeyword = false }: ChipsProps) {
  const words = search.keyword.trim()
  const chips = chipsOf(search)
  if (withKeyword && words) chips.unshift({ filter: 'keyword', value: words })
  if (chips.length === 0) return null
  return (
    <div className={classes.chips} role="group" aria-label={text.jobs.activeFilters}>
      {chips.map((chip) => {
        const name = chipName(search, chip)
        return (
          <Pill
            key={chip.filter + chip.value}
            size="md"
            withRemoveButton
            removeButtonProps={{
              'aria-label': text.jobs.removeFilter(name),
              'aria-hidden': false,
              tabIndex: 0,
              ...{ 'data-removes': 'filter' }, // the type has no data attributes
              onClick: (e) => {
                focusBeside(e.currentTarget, focusSearchOrList)
                onChange(withoutChip(search, chip))
              },
            }}
          >
            {name}
          </Pill>
        )
      })}
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={(e) => {
          if (document.activeElement === e.currentTarget) focusSearchOrList()
          onChange({ ...emptySearch, keyword: withKeyword ? '' : search.keyword, correct: search.correct, sort: search.sort })
        }}
      >
        {text.jobs.clearFilters}
      </Button>
    </div>
  )
}
