import { Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmarks, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '~/api/error'
import { useToken } from '~/session/session'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { valueName } from './describe'
import { useFilterChanges, useSavedFilters } from './queries'
import { chipsOf, emptySearch, filtersOf, isNarrowed, type Search, searchAddress, searchOf } from './search-state'

interface Props {
  search: Search
  onChoose: (search: Search) => void
}

/** SavedSearches keeps searches under a name, on the server, for the person who made them. */
export function SavedSearches({ search, onChoose }: Props) {
  const token = useToken()
  const navigate = useNavigate()
  const { data: filters = [] } = useSavedFilters()
  const { remove, update } = useFilterChanges()
  const [naming, modal] = useDisclosure()
  const keep = () => (token ? modal.open() : void navigate(`/login?next=${encodeURIComponent(searchAddress(search))}`))
  return (
    <>
      <Menu position="bottom-end" width={300} closeOnItemClick>
        <Menu.Target>
          <Button variant="default" px="sm" aria-label={text.jobs.savedSearches}>
            <IconBookmarks size={18} />
          </Button>
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
                  {describe(searchOf(f.filters))}
                </Text>
              </Menu.Item>
              <Menu.Sub position="left-start">
                <Menu.Sub.Target>
                  <Menu.Sub.Item aria-label={text.jobs.changeSearch(f.name)} w={36} px={6} />
                </Menu.Sub.Target>
                <Menu.Sub.Dropdown>
                  <Menu.Item
                    onClick={() => update.mutate({ id: f.id, filters: filtersOf(search) }, { onSuccess: () => said(text.jobs.searchUpdated(f.name)) })}
                    disabled={!isNarrowed(search)}
                  >
                    {text.jobs.updateSearch}
                  </Menu.Item>
                  <Menu.Item color="rose" leftSection={<IconTrash size={15} />} onClick={() => remove.mutate(f)}>
                    {text.jobs.removeSearch}
                  </Menu.Item>
                </Menu.Sub.Dropdown>
              </Menu.Sub>
            </Group>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} />} disabled={!isNarrowed(search)} onClick={keep}>
            {text.jobs.saveSearch}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={naming} onClose={modal.close} title={text.jobs.saveSearch}>
        <Naming search={search} onDone={modal.close} />
      </Modal>
    </>
  )
}

function Naming({ search, onDone }: { search: Search; onDone: () => void }) {
  const [name, setName] = useState(describe(search).slice(0, 80))
  const { create } = useFilterChanges()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    create.mutate(
      { name: name.trim(), search },
      {
        onSuccess: () => {
          said(text.jobs.searchSaved(name.trim()))
          onDone()
        },
      },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label={text.jobs.searchName} value={name} onChange={(e) => setName(e.currentTarget.value)} maxLength={80} required data-autofocus error={create.isError ? explain(create.error) : undefined} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {text.cancel}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={!name.trim()}>
            {text.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function describe(search: Search): string {
  return [search.keyword, ...chipsOf(search).map((c) => valueName(c.filter, c.value))].filter(Boolean).join(', ') || text.jobs.everything
}
