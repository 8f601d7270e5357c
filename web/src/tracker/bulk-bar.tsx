import { ActionIcon, Button, Group, Menu, NavLink, Popover, Text, TextInput } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconTag, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { applicationStatuses } from '~/api/enums'
import type { Application } from '~/api/models'
import { text } from '~/text'
import { type BulkChange, type MoveOrTag, movesOrTags, type Selection, useBulk } from './bulk'
import classes from './bulk-bar.module.css'

/** measure tells the styles how high the bar is, because toasts are above it and it wraps on a narrow screen. */
function measure(bar: HTMLDivElement | null) {
  if (!bar || typeof ResizeObserver === 'undefined') return
  const page = document.documentElement
  page.toggleAttribute('data-bulk-bar', true)
  const observer = new ResizeObserver(() => page.style.setProperty('--bulk-bar-height', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    page.removeAttribute('data-bulk-bar')
  }
}

interface Props {
  selection: Selection
  all: Application[]
  /** What the page shows, if that is not all: the selected ones out of sight are left alone. */
  shown?: Application[]
  /** keeps reports whether the page still shows what was moved or tagged, which then stays selected for the next action. */
  keeps: (change: MoveOrTag) => boolean
}

/** BulkBar offers what can be done with the selected applications. It is over the page while there are some. */
export function BulkBar({ selection, all, shown = all, keeps }: Props) {
  const bulk = useBulk((change) => {
    if (!movesOrTags(change) || !keeps(change)) selection.clear()
  })
  const chosen = shown.filter((a) => selection.ids.has(a.id))
  if (chosen.length === 0) return null
  const ids = chosen.map((a) => a.id)
  const run = (change: BulkChange) => bulk.mutate(change)
  const archived = chosen.every((a) => a.archivedAt)
  return (
    <Group ref={measure} className={classes.bar} role="toolbar" aria-label={text.bulk.label} gap="xs" justify="center">
      <Text size="sm" fw={600} role="status">
        {text.bulk.selected(chosen.length)}
      </Text>
      <Menu position="top">
        <Menu.Target>
          <Button size="compact-sm" variant="default" loading={bulk.isPending}>
            {text.tracker.moveTo}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {applicationStatuses.map((status) => (
            <Menu.Item key={status} onClick={() => run({ ids, action: 'move', status })}>
              {text.status[status]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <TagPicker chosen={chosen} all={all} onTag={(action, tag) => run({ ids, action, tag })} />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={archived ? <IconArchiveOff size={15} /> : <IconArchive size={15} />}
        onClick={() => run({ ids, action: archived ? 'unarchive' : 'archive' })}
      >
        {archived ? text.tracker.unarchive : text.tracker.archive}
      </Button>
      <Button size="compact-sm" variant="default" leftSection={<IconTrash size={15} />} onClick={() => run({ ids, action: 'delete' })}>
        {text.remove}
      </Button>
      <ActionIcon size="sm" aria-label={text.bulk.clear} onClick={selection.clear}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  )
}

interface TagPickerProps {
  chosen: Application[]
  all: Application[]
  onTag: (action: 'tag' | 'untag', tag: string) => void
}

function TagPicker({ chosen, all, onTag }: TagPickerProps) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const add = (tag: string) => {
    setOpened(false)
    setTyped('')
    onTag('tag', tag)
  }
  const worn = tagsOf(chosen)
  const others = tagsOf(all).filter((t) => !chosen.every((a) => a.tags.includes(t)))
  return (
    <Popover position="top" width={240} opened={opened} onChange={setOpened} trapFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconTag size={15} />} onClick={() => setOpened(!opened)}>
          {text.bulk.tag}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <form
          onSubmit={(e) => {
            e.preventDefault()
            if (typed.trim()) add(typed.trim())
          }}
        >
          <TextInput
            size="xs"
            data-autofocus
            aria-label={text.bulk.newTag}
            placeholder={text.bulk.newTag}
            maxLength={40}
            value={typed}
            onChange={(e) => setTyped(e.currentTarget.value)}
          />
        </form>
        {others.slice(0, 8).map((t) => (
          <NavLink component="button" key={t} label={t} onClick={() => add(t)} />
        ))}
        {worn.length > 0 && (
          <Text size="xs" c="dimmed" mt="xs">
            {text.bulk.untag}
          </Text>
        )}
        {worn.slice(0, 8).map((t) => (
          <NavLink
            component="button"
            key={t}
            label={t}
            leftSection={<IconX size={14} />}
            onClick={() => {
              setOpened(false)
              onTag('untag', t)
            }}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** tagsOf returns the tags of applications in alphabetical order, each once. */
export function tagsOf(all: Pick<Application, 'tags'>[]): string[] {
  const byKey = new Map(all.flatMap((a) => a.tags).map((t) => [t.toLowerCase(), t]))
  return [...byKey.values()].sort((a, b) => a.localeCompare(b))
}
