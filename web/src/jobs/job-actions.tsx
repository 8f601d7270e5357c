import { Button, Group } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled, IconCheck, IconExternalLink } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { JobSummary } from '~/api/models'
import { useToken } from '~/session/session'
import { useShortcut } from '~/shell/shortcuts'
import { text } from '~/text'
import { useWishlist } from '~/tracker/wishlist'
import { DidYouApply, noteOpened } from './did-you-apply'
import { JobMenu } from './job-menu-button'

/** JobActions are the buttons of a posting: open it at its source, save, share, track. */
export function JobActions({ job }: { job: JobSummary }) {
  const token = useToken()
  const login = useLogin(job.id)
  const { application, saved, save, toggle, apply, applying, unapply } = useWishlist(job.id)
  // A saved job has not been applied to.
  const applied = application && !saved ? application : undefined
  const toggleSaved = () => (token ? toggle() : login('save'))
  const track = () => (token ? apply() : login(''))
  const open = useRef<HTMLAnchorElement>(null)
  useShortcut('s', toggleSaved)
  useShortcut('a', () => open.current?.focus())
  usePendingAction('save', save)

  return (
    <>
      {token && !applied && <DidYouApply jobId={job.id} onApplied={track} />}
      <Group gap="xs" mt="lg">
        {applied && (
          <Button component={Link} to={`/tracker/${applied.id}`} variant="light" leftSection={<IconCheck size={17} />}>
            {text.jobs.tracked(text.status[applied.status])}
          </Button>
        )}
        {(applied || !job.closedAt) && (
          <Button
            component="a"
            ref={open}
            href={job.url}
            target="_blank"
            rel="noopener noreferrer"
            variant={applied ? 'default' : 'filled'}
            rightSection={<IconExternalLink size={17} />}
            loading={applying}
            onClick={() => noteOpened(job.id)}
          >
            {applied ? text.jobs.openPosting : text.jobs.apply}
          </Button>
        )}
        <Group gap="xs" wrap="nowrap">
          {!applied && (
            <Button
              variant="default"
              leftSection={saved ? <IconBookmarkFilled size={17} color="var(--accent)" /> : <IconBookmark size={17} />}
              onClick={toggleSaved}
              aria-pressed={saved}
              aria-label={saved ? text.jobs.unsave : text.jobs.save}
            >
              {saved ? text.jobs.saved : text.jobs.save}
            </Button>
          )}
          <JobMenu
            job={job}
            applicationId={application?.id}
            onApplied={applied ? undefined : track}
            onUnapplied={applied?.status === 'APPLIED' ? () => unapply(applied) : undefined}
          />
        </Group>
      </Group>
    </>
  )
}

const PENDING = 'then'

/** useLogin returns a function that sends the user to sign in, then back to this posting and search, where the action runs. */
function useLogin(jobId: string) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (action: string) => {
    const back = new URLSearchParams(search)
    if (pathname === '/find') back.set('job', jobId)
    if (action) back.set(PENDING, action)
    void navigate(`/login?next=${encodeURIComponent(`${pathname}?${back}`)}`)
  }
}

/** usePendingAction runs, once, the action that the user asked for before signing in. The journey save-first covers it. */
function usePendingAction(action: string, act: () => void) {
  const token = useToken()
  const [params, setParams] = useSearchParams()
  const pending = token !== null && params.get(PENDING) === action
  useEffect(() => {
    if (!pending) return
    act()
    setParams((p) => {
      p.delete(PENDING)
      return p
    }, { replace: true })
  }, [pending, act, setParams])
}
