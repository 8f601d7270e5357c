import { Button, Group } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled, IconCheck, IconExternalLink } from '@tabler/icons-react'
import { useCallback, useEffect } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ApplicationStatus, JobSummary } from '~/api/models'
import { useToken } from '~/session/session'
import { useShortcut } from '~/shell/shortcuts'
import { text } from '~/text'
import { useApplicationFor, useApply } from '~/tracker/queries'
import { DidYouApply, noteOpened } from './did-you-apply'
import { JobMenu } from './job-menu-button'
import { useIsSaved, useSave } from './saved-queries'

/** JobActions are the buttons of a posting: open it at its source, save, share, track. */
export function JobActions({ job }: { job: JobSummary }) {
  const token = useToken()
  const login = useLogin(job.id)
  const application = useApplicationFor(job.id)
  const saved = useIsSaved(job.id)
  const save = useSave()
  const apply = useApply()
  const toggleSaved = () => (token ? save.mutate({ id: job.id, save: !saved }) : login('save'))
  const track = (status: ApplicationStatus) => (token ? apply.mutate({ job, status }) : login(''))
  useShortcut('s', toggleSaved)
  const { mutate } = save
  useWanted('save', useCallback(() => mutate({ id: job.id, save: true }), [mutate, job.id]))

  return (
    <>
      {token && !application && <DidYouApply jobId={job.id} onApplied={() => track('APPLIED')} />}
      <Group gap="xs" mt="lg">
        {application && (
          <Button component={Link} to={`/tracker/${application.id}`} variant="light" leftSection={<IconCheck size={17} />}>
            {text.jobs.tracked(text.status[application.status])}
          </Button>
        )}
        {(application || !job.closedAt) && (
          <Button
            component="a"
            href={job.url}
            target="_blank"
            rel="noopener noreferrer"
            variant={application ? 'default' : 'filled'}
            rightSection={<IconExternalLink size={17} />}
            loading={apply.isPending}
            onClick={() => noteOpened(job.id)}
          >
            {application ? text.jobs.openPosting : text.jobs.apply}
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
        <JobMenu job={job} tracked={!!application} onTrack={track} />
      </Group>
    </>
  )
}

const WANTED = 'then'

/** useLogin returns how to sign in and come back to the same posting in the same search, where what was wanted is done. */
function useLogin(jobId: string) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (wanted: string) => {
    const back = new URLSearchParams(search)
    if (pathname === '/find') back.set('job', jobId)
    if (wanted) back.set(WANTED, wanted)
    void navigate(`/login?next=${encodeURIComponent(`${pathname}?${back}`)}`)
  }
}

/** useWanted does what the user wanted before signing in, once. */
function useWanted(what: string, act: () => void) {
  const token = useToken()
  const [params, setParams] = useSearchParams()
  const wanted = token !== null && params.get(WANTED) === what
  useEffect(() => {
    if (!wanted) return
    act()
    setParams((p) => {
      p.delete(WANTED)
      return p
    }, { replace: true })
  }, [wanted, act, setParams])
}
