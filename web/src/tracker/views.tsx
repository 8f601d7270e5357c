import { ActionIcon, Button, Divider, Group, NavLink, Popover, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBookmarks, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { applications, ask } from '~/api/client'
import type { TrackerView } from '~/api/models'
import { useToken } from '~/session/session'
import { failed, said, undoable } from '~/shell/toast'
import { usePhone } from '~/shell/use-phone'
import { text } from '~/text'

const key = ['applications', 'views']

/** viewAddress returns where a view leads. */
export const viewAddress = (v: Pick<TrackerView, 'page' | 'query'>) =>
  (v.page === 'table' ? '/tracker/table' : '/tracker') + (v.query ? `?${v.query}` : '')

/** useViews returns the saved views of the tracker. */
export function useViews() {
  const token = useToken()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask(applications.GET('/applications/views', { signal })),
    enabled: token !== null,
    select: (d) => d.items,
  })
}

/** Views lists the saved views of the tracker, and saves the present one. */
export function Views({ page }: { page: TrackerView['page'] }) {
  const client = useQueryClient()
  const { search } = useLocation()
  const { data: views = [] } = useViews()
  const phone = usePhone()
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const onSettled = () => client.invalidateQueries({ queryKey: key })
  const save = useMutation({
    mutationFn: (body: Omit<TrackerView, 'id'>) => ask(applications.POST('/applications/views', { body })),
    onError: failed,
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (v: TrackerView) => ask(applications.DELETE('/applications/views/{viewId}', { params: { path: { viewId: v.id } } })),
    onSuccess: (_, { id: _id, ...view }) => undoable(text.views.removed(view.name), () => save.mutate(view)),
    onError: failed,
    onSettled,
  })
  const keep = () => {
    const params = new URLSearchParams(search)
    params.delete('page')
    const done = () => {
      said(text.views.saved(name.trim()))
      setName('')
      setOpened(false)
    }
    save.mutate({ name: name.trim(), page, query: params.toString() }, { onSuccess: done })
  }
  return (
    <Popover position="bottom-end" width={280} opened={opened} onChange={setOpened} trapFocus>
      <Popover.Target>
        {phone ? (
          <ActionIcon variant="default" aria-label={text.views.title} onClick={() => setOpened(!opened)}>
            <IconBookmarks size={18} />
          </ActionIcon>
        ) : (
          <Button variant="default" size="sm" leftSection={<IconBookmarks size={16} />} onClick={() => setOpened(!opened)}>
            {text.views.title}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown p="xs">
        {views.length === 0 && (
          <Text size="sm" c="dimmed" p="xs">
            {text.views.none}
          </Text>
        )}
        {views.map((v) => (
          <Group key={v.id} gap={0} wrap="nowrap">
            <NavLink component={Link} to={viewAddress(v)} label={v.name} noWrap onClick={() => setOpened(false)} />
            <ActionIcon size="sm" mx={4} aria-label={text.views.remove(v.name)} onClick={() => remove.mutate(v)}>
              <IconTrash size={15} />
            </ActionIcon>
          </Group>
        ))}
        <Divider my={6} />
        <form
          onSubmit={(e) => {
            e.preventDefault()
            if (name.trim()) keep()
          }}
        >
          <Group gap={6} p={4} wrap="nowrap">
            <TextInput
              size="xs"
              style={{ flex: 1 }}
              aria-label={text.views.name}
              placeholder={text.views.name}
              maxLength={80}
              value={name}
              onChange={(e) => setName(e.currentTarget.value)}
            />
            <Button type="submit" size="compact-sm" disabled={!name.trim()} loading={save.isPending}>
              {text.views.save}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
