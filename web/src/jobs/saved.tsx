import { ActionIcon, Anchor, Button, Card, Tooltip } from '@mantine/core'
import { IconBookmark, IconBookmarkOff, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Application, JobSummary } from '~/api/models'
import { dotted } from '~/format/bidi'
import { formatAgo } from '~/format/date'
import { tidyPlace } from '~/format/place'
import { focusBeside, focusList } from '~/shell/focus'
import { Page } from '~/shell/page'
import { Lines } from '~/shell/skeletons'
import { Empty, QueryState } from '~/shell/states'
import { text } from '~/text'
import { useAllApplications } from '~/tracker/queries'
import { useUnsave } from '~/tracker/wishlist'
import { CompanyLogo } from './company-logo'
import { JobRow } from './job-row'
import classes from './job-row.module.css'
import { usePostings } from './saved-queries'

/** Saved lists the wishlist: what is in the first column of the board. */
export default function Saved() {
  const all = useAllApplications()
  const unsave = useUnsave()
  const items = all.data?.filter((a) => a.status === 'SAVED' && !a.archivedAt) ?? []
  const ids = items.flatMap((a) => a.jobPostId ?? [])
  const postings = usePostings(ids)
  // Without a connection the rows show what the wishlist has copied.
  const known = ids.length === 0 || !postings.isPending || postings.isPaused
  return (
    <Page
      title={text.saved.title}
      lead={text.saved.lead}
      narrow
      actions={
        <Anchor component={Link} to="/tracker" size="sm">
          {text.saved.onBoard}
        </Anchor>
      }
    >
      <QueryState query={all} lines={5} height={92} />
      {all.isSuccess && !known && <Lines count={Math.min(items.length, 5)} height={92} />}
      {all.isSuccess && items.length === 0 && (
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
      {items.length > 0 && known && (
        <Card padding={6}>
          {items.map((a) => (
            <div key={a.id} className={classes.item}>
              <SavedRow application={a} job={postings.data?.get(a.jobPostId ?? '')} />
              <Tooltip label={text.jobs.unsave}>
                <ActionIcon
                  size="lg"
                  className={classes.remove}
                  aria-label={text.saved.remove(a.job.title)}
                  data-removes
                  onClick={(e) => {
                    focusBeside(e.currentTarget, focusList)
                    unsave(a)
                  }}
                >
                  <IconBookmarkOff size={18} />
                </ActionIcon>
              </Tooltip>
            </div>
          ))}
        </Card>
      )}
    </Page>
  )
}

/** SavedRow is a posting as search shows it, or what the application says of a job that search does not have. */
function SavedRow({ application: a, job }: { application: Application; job: JobSummary | undefined }) {
  if (job) return <JobRow job={job} to={`/find?job=${job.id}`} />
  return (
    <Link to={a.jobPostId ? `/find?job=${a.jobPostId}` : `/tracker/${a.id}`} className={classes.row} data-job={a.jobPostId ?? undefined}>
      <CompanyLogo name={a.job.company} url={a.job.companyLogoUrl} />
      <span>
        <span className={classes.head}>
          <bdi className={classes.title}>{a.job.title}</bdi>
          <span className={classes.age}>{formatAgo(a.createdAt)}</span>
        </span>
        <span className={classes.meta}>{dotted(a.job.company, tidyPlace(a.job.location))}</span>
      </span>
    </Link>
  )
}
