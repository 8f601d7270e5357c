import { Menu } from '@mantine/core'
import { IconArrowLeft, IconPencil, IconReplace, IconRss, IconTrash } from '@tabler/icons-react'
import type { SavedFilter } from '~/api/models'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { AlertItems } from './alert-items'
import classes from './saved-searches.module.css'
import { useFilterChanges } from './saved-queries'
import { isNarrowed, type Search } from './search-state'

interface Props {
  saved: SavedFilter
  /** The present search, which can replace the saved one. */
  search: Search
  onBack: () => void
  onRename: () => void
  onFeed: () => void
}

/** SavedSearchItems are the entries of a menu that change one saved search. They take the place of the list. */
export function SavedSearchItems({ saved, search, onBack, onRename, onFeed }: Props) {
  const { remove, update } = useFilterChanges()
  // Callbacks given to mutate are lost with the menu, which closes.
  const replace = () =>
    update.mutateAsync({ id: saved.id, search }).then(
      () => said(text.jobs.searchUpdated(saved.name)),
      () => undefined,
    )
  return (
    <>
      <Menu.Item leftSection={<IconArrowLeft size={15} />} closeMenuOnClick={false} onClick={onBack} autoFocus>
        {text.jobs.allSearches}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label className={classes.name}>{saved.name}</Menu.Label>
      <Menu.Item leftSection={<IconPencil size={15} />} onClick={onRename}>
        {text.jobs.renameSearch}
      </Menu.Item>
      <Menu.Item leftSection={<IconReplace size={15} />} onClick={() => void replace()} disabled={!isNarrowed(search)}>
        {text.jobs.updateSearch}
      </Menu.Item>
      <Menu.Item leftSection={<IconRss size={15} />} onClick={onFeed}>
        {text.feeds.ofSaved}
      </Menu.Item>
      <Menu.Item color="rose" leftSection={<IconTrash size={15} />} onClick={() => remove.mutate(saved)}>
        {text.jobs.removeSearch}
      </Menu.Item>
      <Menu.Divider />
      <AlertItems search={saved} />
    </>
  )
}
