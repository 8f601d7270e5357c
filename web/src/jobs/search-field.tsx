import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTyped } from '~/shell/use-typed'
import { text } from '~/text'

/** SearchField searches as one types. */
export function SearchField({ keyword, onType }: { keyword: string; onType: (keyword: string) => void }) {
  const [value, type] = useTyped(keyword, onType)
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={text.jobs.searchLabel}
      placeholder={text.jobs.searchPlaceholder}
      value={value}
      onChange={(e) => type(e.currentTarget.value)}
      onKeyDown={(e) => {
        if (e.key === 'Enter') type(value, 'now')
        if (e.key === 'Escape') e.currentTarget.blur()
      }}
      leftSection={<IconSearch size={17} />}
      rightSection={value ? <CloseButton size="sm" aria-label={text.jobs.clearSearch} onClick={() => type('', 'now')} /> : <Kbd size="xs" visibleFrom="sm">/</Kbd>}
      maxLength={500}
      autoComplete="off"
    />
  )
}
