import { Alert, Button, TagsInput } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import type { ApplicationDetails } from '~/api/models'
import { text } from '~/text'
import { useBulk } from './bulk'
import { tagsOf } from './bulk-bar'
import { useAllApplications, useChange } from './queries'

/** Tags shows and changes the tags of an application. */
export function Tags({ application: a }: { application: ApplicationDetails }) {
  const change = useChange(a.id)
  const { data: all = [] } = useAllApplications()
  return (
    <TagsInput
      mt="sm"
      w={{ base: '100%', sm: 280 }}
      aria-label={text.tracker.tags}
      placeholder={a.tags.length === 0 ? text.tracker.tagsHint : undefined}
      data={tagsOf(all)}
      value={change.isPending ? (change.variables.tags ?? a.tags) : a.tags}
      onChange={(tags) => change.mutate({ tags })}
      maxTags={20}
      maxLength={40}
      size="xs"
    />
  )
}

/** ArchiveButton puts an application away. */
export function ArchiveButton({ id }: { id: string }) {
  const bulk = useBulk()
  return (
    <Button
      variant="default"
      px="sm"
      aria-label={text.tracker.archive}
      title={text.tracker.archive}
      loading={bulk.isPending}
      onClick={() => bulk.mutate({ ids: [id], action: 'archive' })}
    >
      <IconArchive size={17} />
    </Button>
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
