import { ActionIcon, Button, Card, Group, Tooltip } from '@mantine/core'
import { IconBookmark, IconBookmarkOff, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { LoadMore } from '~/shell/buttons'
import { Page } from '~/shell/page'
import { Empty, QueryState } from '~/shell/states'
import { text } from '~/text'
import { useAppliedIds } from '~/tracker/queries'
import { JobRow } from './job-row'
import { useSave, useSavedJobs } from './saved-queries'

/** Saved lists the saved postings. */
export default function Saved() {
  const saved = useSavedJobs()
  const save = useSave()
  const applied = useAppliedIds()
  const items = saved.data?.pages.flatMap((p) => p.content) ?? []
  return (
    <Page title={text.saved.title} lead={text.saved.lead} narrow>
      <QueryState query={saved} lines={5} height={92} />
      {saved.isSuccess && items.length === 0 && (
        <Empty
          icon={IconBookmark}
          title={text.saved.empty}
          action={
            <Button component={Link} to="/find" leftSection={<IconSearch size={17} />}>
              {text.nav.find}
            </Button>
          }
        >
          {text.saved.emptyHint}
        </Empty>
      )}
      {items.length > 0 && (
        <Card padding={6}>
          {items.map(({ job }) => (
            <Group key={job.id} wrap="nowrap" gap={4}>
              <JobRow job={job} to={`/find?job=${job.id}`} applied={applied.has(job.id)} />
              <Tooltip label={text.jobs.unsave}>
                <ActionIcon
                  size="lg"
                  mr="xs"
                  aria-label={text.saved.remove(job.title)}
                  onClick={() => save.mutate({ id: job.id, save: false })}
                >
                  <IconBookmarkOff size={18} />
                </ActionIcon>
              </Tooltip>
            </Group>
          ))}
        </Card>
      )}
      <LoadMore query={saved} />
    </Page>
  )
}
