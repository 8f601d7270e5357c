import { Button } from '@mantine/core'
import { IconBookmarks } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { onDemand } from '~/shell/on-demand'
import { text } from '~/text'
import type { Search } from './search-state'

function SavedSearchesButton(props: ComponentProps<'button'>) {
  return (
    <Button variant="default" px="sm" aria-label={text.jobs.savedSearches} aria-haspopup="menu" {...props}>
      <IconBookmarks size={18} />
    </Button>
  )
}

export const SavedSearches = onDemand<{ search: Search; onChoose: (search: Search) => void }>(
  () => import('./saved-searches'),
  SavedSearchesButton,
)
