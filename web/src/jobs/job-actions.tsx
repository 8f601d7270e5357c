import { Button, Group } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled, IconCheck, IconExternalLink } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { JobSummary } from '~/api/models'
import { useToken } from '~/session/session'
import { useShortcut } from '~/shell/shortcuts'
import { text } from '~/text'
import { useApplicationFor, useApply } from '~/tracker/queries'
import { JobMenu } from './job-menu-button'
import { useIsSaved, useSave } from './saved-queries'

/** JobActions are the buttons of a posting: apply, save, share. */
export function JobActions({ job }: { job: JobSummary }) {
  const token = useToken()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const application = useApplicationFor(job.id)
  const saved = useIsSaved(job.id)
  const save = useSave()
  const apply = useApply()
  const here = pathname === '/find' ? `/find?job=${job.id}` : pathname + search
  const login = () => void navigate(`/login?next=${encodeURIComponent(here)}`)
  const toggleSaved = () => (token ? save.mutate({ id: job.id, save: !saved }) : login())
  useShortcut('s', toggleSaved)

  return (
    <Group gap="xs" mt="lg">
      {application ? (
        <Button component={Link} to={`/tracker/${application.id}`} variant="light" leftSection={<IconCheck size={17} />}>
          {text.jobs.tracked(text.status[application.status])}
        </Button>
      ) : (
        !job.closedAt && (
          // A plain link, so that the browser opens the posting itself; the click also adds the application.
          <Button
            component="a"
            href={job.url}
            target="_blank"
            rel="noopener noreferrer"
            rightSection={<IconExternalLink size={17} />}
            loading={apply.isPending}
            onClick={() => token && apply.mutate({ job, status: 'APPLIED' })}
          >
            {text.jobs.apply}
          </Button>
        )
      )}
      {application && (
        <Button
          component="a"
          href={job.url}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          rightSection={<IconExternalLink size={17} />}
        >
          {text.jobs.openPosting}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={saved ? <IconBookmarkFilled size={17} color="var(--accent)" /> : <IconBookmark size={17} />}
        onClick={toggleSaved}
        aria-pressed={saved}
        aria-label={saved ? text.jobs.unsave : text.jobs.save}
      >
        {saved ? text.jobs.saved : text.jobs.save}
      </Button>
      <JobMenu job={job} tracked={!!application} onTrack={(status) => (token ? apply.mutate({ job, status }) : login())} />
    </Group>
  )
}
