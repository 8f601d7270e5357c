import { Group, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconRss, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { NewFeed } from '~/api/models'
import { useToken } from '~/session/session'
import type { TargetButton } from '~/shell/on-demand'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { AlertItems } from './alert-items'
import { searchName } from './describe'
import { alertState } from './filter-alerts'
import { useFilterChanges, useSavedFilters } from './saved-queries'
import { emptySearch, filtersOf, isNarrowed, type Search, searchAddress, searchOf } from './search-state'

const FeedDialog = lazy(() => import('./feed-dialog'))
const NameSearch = lazy(() => import('./name-search'))

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
  const { remove, update } = useFilterChanges()
  const [naming, modal] = useDisclosure()
  const [feed, setFeed] = useState<NewFeed | null>(null)
  const signedIn = (act: () => void) => (token ? act() : void navigate(`/login?next=${encodeURIComponent(searchAddress(search))}`))
  return (
    <>
      <Menu position="bottom-end" width={300} closeOnItemClick defaultOpened>
        <Menu.Target>
          <Button />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{text.jobs.savedSearches}</Menu.Label>
          {filters.length === 0 && (
            <Text size="sm" c="dimmed" px="sm" pb="xs">
              {text.jobs.noSavedSearches}
            </Text>
          )}
          {filters.map((f) => (
            <Group key={f.id} gap={0} wrap="nowrap">
              <Menu.Item onClick={() => onChoose({ ...emptySearch, ...searchOf(f.filters) })} style={{ flex: 1, minWidth: 0 }}>
                <Text size="sm" truncate>
                  {f.name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {searchName(searchOf(f.filters))}
                </Text>
                {f.alert && (
                  <Text size="xs" c="dimmed" truncate>
                    {alertState(f)}
                  </Text>
                )}
              </Menu.Item>
              <Menu.Sub position="left-start">
                <Menu.Sub.Target>
                  <Menu.Sub.Item aria-label={text.jobs.changeSearch(f.name)} w={36} px={6} />
                </Menu.Sub.Target>
                <Menu.Sub.Dropdown>
                  <AlertItems search={f} />
                  <Menu.Item
                    onClick={() =>
                      update.mutate({ id: f.id, filters: filtersOf(search) }, { onSuccess: () => said(text.jobs.searchUpdated(f.name)) })
                    }
                    disabled={!isNarrowed(search)}
                  >
                    {text.jobs.updateSearch}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconRss size={15} />} onClick={() => setFeed({ savedFilterId: f.id })}>
                    {text.feeds.ofSaved}
                  </Menu.Item>
                  <Menu.Item color="rose" leftSection={<IconTrash size={15} />} onClick={() => remove.mutate(f)}>
                    {text.jobs.removeSearch}
                  </Menu.Item>
                </Menu.Sub.Dropdown>
              </Menu.Sub>
            </Group>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} />} disabled={!isNarrowed(search)} onClick={() => signedIn(modal.open)}>
            {text.jobs.saveSearch}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRss size={16} />}
            onClick={() => signedIn(() => setFeed({ filters: filtersOf(search), name: searchName(search).slice(0, 80) }))}
          >
            {text.feeds.ofSearch}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {feed && (
        <Suspense fallback={null}>
          <FeedDialog search={feed} onClose={() => setFeed(null)} />
        </Suspense>
      )}
      {naming && (
        <Suspense fallback={null}>
          <NameSearch search={search} onDone={modal.close} />
        </Suspense>
      )}
    </>
  )
}
