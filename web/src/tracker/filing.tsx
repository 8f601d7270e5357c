import { Alert, Badge, Button, Group, TagsInput } from '@mantine/core'
import { IconArchive, IconPencil, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApplicationDetails } from '~/api/models'
import { text } from '~/text'
import { useBulk } from './bulk'
import { tagsOf } from './bulk-bar'
import { useAllApplications, useChange } from './queries'

/** Tags shows the tags of an application, and a field for them while they are changed. */
export function Tags({ application: a }: { application: ApplicationDetails }) {
  const change = useChange(a.id)
  const { data: all = [] } = useAllApplications()
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const tags = change.isPending ? (change.variables.tags ?? a.tags) : a.tags
  if (!editing) {
    return (
      <Group gap={6} mt={6}>
        {tags.map((t) => (
          <Badge key={t} variant="default" tt="none" fw={500}>
            {t}
          </Badge>
        ))}
        <Button
          ref={button}
          variant="subtle"
          size="compact-sm"
          leftSection={tags.length > 0 ? <IconPencil size={14} /> : <IconPlus size={14} />}
          onClick={() => setEditing(true)}
          style={tags.length === 0 ? { marginInlineStart: 'calc(-1 * var(--button-padding-x))' } : undefined} // below the letters above
        >
          {tags.length > 0 ? text.tracker.editTags : text.tracker.addTag}
        </Button>
      </Group>
    )
  }
  return (
    <TagsInput
      mt="xs"
      w={{ base: '100%', sm: 320 }}
      aria-label={text.tracker.tags}
      placeholder={tags.length === 0 ? text.tracker.tagsHint : undefined}
      data={tagsOf(all)}
      value={tags}
      onChange={(tags) => change.mutate({ tags })}
      autoFocus
      onBlur={() => setEditing(false)}
      onKeyDown={(e) => {
        if (e.key !== 'Escape') return
        flushSync(() => setEditing(false))
        button.current?.focus()
      }}
      maxTags={20}
      maxLength={40}
    />
  )
}

/** Archived says that an application was put away, and brings it back. */
export function Archived({ id }: { id: string }) {
  const bulk = useBulk()
  return (
    <Alert color="gray" variant="light" mt="md" icon={<IconArchive size={18} />}>
      {text.tracker.isArchived}{' '}
      <Button size="compact-sm" variant="default" loading={bulk.isPending} onClick={() => bulk.mutate({ ids: [id], action: 'unarchive' })}>
        {text.tracker.unarchive}
      </Button>
    </Alert>
  )
}
