import { Menu, Text } from '@mantine/core'
import { IconDots, IconPlus, IconRss } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { NewFeed, SavedFilter } from '~/api/models'
import { useToken } from '~/session/session'
import { type TargetButton, useOpening } from '~/shell/on-demand'
import { failed } from '~/shell/toast'
import { text } from '~/text'
import { proposedName, searchName } from './describe'
import { alertState } from './filter-alerts'
import { SavedSearchItems } from './saved-search-items'
import classes from './saved-searches.module.css'
import { filtersToSave, useSavedFilters } from './saved-queries'
import { emptySearch, isNarrowed, type Search, searchAddress, searchOf } from './search-state'

const FeedDialog = lazy(() => import('./feed-dialog'))
const NameSearch = lazy(() => import('./name-search'))
const RenameSearch = lazy(() => import('./rename-search'))

interface Props {
  search: Search
  onChoose: (search: Search) => void
  Button: TargetButton
}

/** SavedSearches lists the searches that were saved under a name, and saves the present one. */
export default function SavedSearches({ search, onChoose, Button }: Props) {
  const token = useToken()
  const navigate = useNavigate()
  const { data: filters = [] } = useSavedFilters()
  const [changing, setChanging] = useState<string | null>(null)
  const [changedLast, setChangedLast] = useState<string | null>(null) // has the focus when the list is back
  const [naming, setNaming] = useState(false)
  const [renaming, setRenaming] = useState<SavedFilter | null>(null)
  const [feed, setFeed] = useState<NewFeed | null>(null)
  const opening = useOpening()
  const button = useRef<HTMLButtonElement>(null)
  const done = () => {
    setFeed(null)
    setNaming(false)
    setRenaming(null)
    button.current?.focus()
  }
  const signedIn = (act: () => void) => (token ? act() : void navigate(`/login?next=${encodeURIComponent(searchAddress(search))}`))
  const feedOf = (search: Search) =>
    filtersToSave(search).then((filters) => setFeed({ filters, name: proposedName(search) }), failed)
  const close = () => {
    setChanging(null)
    setChangedLast(null)
  }
  const changed = filters.find((f) => f.id === changing)
  return (
    <>
      <Menu position="bottom-end" width="min(22rem, calc(100vw - 1.5rem))" {...opening} onClose={close}>
        <Menu.Target>
          <Button ref={button} autoFocus />
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {changed ? (
            <SavedSearchItems
              saved={changed}
              search={search}
              onBack={() => {
                setChangedLast(changed.id)
                setChanging(null)
              }}
              onRename={() => setRenaming(changed)}
              onFeed={() => setFeed({ savedFilterId: changed.id })}
            />
          ) : (
            <>
              <Menu.Item
                leftSection={<IconPlus size={16} />}
                disabled={!isNarrowed(search)}
                onClick={() => signedIn(() => setNaming(true))}
              >
                {text.jobs.saveSearch}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Label>{text.jobs.savedSearches}</Menu.Label>
              {filters.length === 0 && (
                <Text size="sm" c="dimmed" px="sm" pb="xs">
                  {text.jobs.noSavedSearches}
                </Text>
              )}
              {filters.map((f) => (
                <div key={f.id} className={classes.row}>
                  <Menu.Item className={classes.search} onClick={() => onChoose({ ...emptySearch, ...searchOf(f.filters) })}>
                    <Entry saved={f} />
                  </Menu.Item>
                  <Menu.Item
                    className={classes.more}
                    closeMenuOnClick={false}
                    aria-label={text.jobs.changeSearch(f.name)}
                    autoFocus={f.id === changedLast}
                    onClick={() => setChanging(f.id)}
                  >
                    <IconDots size={16} aria-hidden />
                  </Menu.Item>
                </div>
              ))}
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconRss size={16} />}
                onClick={() => signedIn(() => void feedOf(search))}
              >
                {text.feeds.ofSearch}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {feed && <FeedDialog search={feed} onClose={done} />}
        {naming && <NameSearch search={search} onDone={done} />}
        {renaming && <RenameSearch saved={renaming} onDone={done} />}
      </Suspense>
    </>
  )
}

function Entry({ saved }: { saved: SavedFilter }) {
  const described = searchName(searchOf(saved.filters))
  return (
    <>
      <Text size="sm" lineClamp={2}>
        {saved.name}
      </Text>
      {described !== saved.name && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {described}
        </Text>
      )}
      {saved.alert && (
        <Text size="xs" c="dimmed">
          {alertState(saved)}
        </Text>
      )}
    </>
  )
}
