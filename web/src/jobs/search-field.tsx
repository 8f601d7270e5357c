import { CloseButton, Kbd } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import type { Suggestion } from '~/api/models'
import { useTyped } from '~/shell/use-typed'
import { text } from '~/text'
import { Combobox } from './combobox'
import { at, type Search } from './search-state'
import { SUGGEST_PAUSE, useSuggestions } from './suggest'

interface Props {
  search: Search
  onType: (keyword: string) => void
  onChange: (patch: Partial<Search>) => void
}

/** SearchField searches as you type and suggests completions. */
export function SearchField({ search, onType, onChange }: Props) {
  const [value, type] = useTyped(search.keyword, onType)
  const [rested] = useDebouncedValue(value, SUGGEST_PAUSE)
  const { head, items } = useSuggestions(rested)

  const choose = (s: Suggestion) => {
    if (s.kind === 'title') return type([head, s.value].filter(Boolean).join(' '), 'now')
    // The completed words become a filter. Both change in one step, so that "back" undoes both.
    type(head, 'show')
    if (s.kind === 'place') return onChange({ keyword: head, ...at(search, s.value, search.near && search.within) })
    onChange({ keyword: head, [s.kind]: [...search[s.kind].filter((v) => v !== s.value), s.value] })
  }
  return (
    <Combobox
      type="search"
      aria-label={text.jobs.searchLabel}
      placeholder={text.jobs.searchPlaceholder}
      value={value}
      onType={type}
      suggestions={items}
      onChoose={choose}
      onEnter={() => type(value, 'now')}
      leftSection={<IconSearch size={17} />}
      rightSection={
        value ? (
          <CloseButton size="sm" aria-label={text.jobs.clearSearch} onClick={() => type('', 'now')} />
        ) : (
          <Kbd size="xs" visibleFrom="sm">
            /
          </Kbd>
        )
      }
      maxLength={500}
      enterKeyHint="search"
    />
  )
}
