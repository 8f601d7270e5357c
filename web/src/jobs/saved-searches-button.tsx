import { Button } from '@mantine/core'
import { IconBookmarks } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { onDemand } from '~/shell/on-demand'
import { text } from '~/text'
import type { Search } from './search-state'

interface Props {
  search: Search
  onChoose: (search: Search) => void
}

const load = () => import('./saved-searches')

function BesideTheFields(props: ComponentProps<'button'>) {
  return (
    <Button
      variant="default"
      visibleFrom="sm"
      leftSection={<IconBookmarks size={18} />}
      aria-haspopup="menu"
      style={{ flex: 'none' }}
      {...props}
    >
      {text.jobs.savedSearches}
    </Button>
  )
}

function AboveTheList(props: ComponentProps<'button'>) {
  return (
    <Button variant="subtle" size="compact-sm" hiddenFrom="sm" leftSection={<IconBookmarks size={16} />} aria-haspopup="menu" {...props}>
      {text.jobs.savedSearches}
    </Button>
  )
}

/** SavedSearches is the menu of saved searches beside the fields, where there is room for its name. */
export const SavedSearches = onDemand<Props>(load, BesideTheFields)

/** SavedSearchesOnPhone is the same menu above the list. */
export const SavedSearchesOnPhone = onDemand<Props>(load, AboveTheList)
