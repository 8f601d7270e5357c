import { Button, type ButtonProps } from '@mantine/core'
import { IconBookmarks } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { onDemand } from '~/shell/on-demand'
import { text } from '~/text'
import type { Search } from './search-state'

export interface SavedSearchesProps {
  search: Search
  onChoose: (search: Search) => void
}

export function SavedSearchesButton(props: ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>) {
  return (
    <Button variant="default" px="sm" aria-label={text.jobs.savedSearches} aria-haspopup="menu" {...props}>
      <IconBookmarks size={18} />
    </Button>
  )
}

export const SavedSearches = onDemand<SavedSearchesProps>(
  () => import('./saved-searches'),
  (_, press) => <SavedSearchesButton onClick={press} />,
)
