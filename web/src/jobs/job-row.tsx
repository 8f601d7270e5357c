import { IconBookmarkFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import { memo } from 'react'
import { Link, type LinkProps } from 'react-router'
import type { JobSummary } from '~/api/models'
import { formatPay } from '~/format/number'
import { text } from '~/text'
import { CompanyLogo } from './company-logo'
import { ageOf, placeOf } from './describe'
import classes from './job-row.module.css'

interface Props extends LinkProps {
  job: JobSummary
  current?: boolean
  saved?: boolean
  applied?: boolean
}

/** JobRow is a posting in a list. */
export const JobRow = memo(function JobRow({ job, current, saved, applied, ...link }: Props) {
  const pay = formatPay(job)
  const place = placeOf(job)
  return (
    <Link {...link} className={classes.row} aria-current={current || undefined} data-job={job.id}>
      <CompanyLogo name={job.company.name} url={job.company.logoUrl} />
      <span>
        <span className={classes.head}>
          <span className={classes.title}>{job.title}</span>
          <span className={classes.age}>{job.closedAt ? text.jobs.closed : ageOf(job)}</span>
        </span>
        <span className={classes.meta}>
          <span>{[job.company.name, place].filter(Boolean).join(' · ')}</span>
          <span className={classes.mark}>
            {saved && <IconBookmarkFilled size={16} role="img" aria-label={text.jobs.isSaved} />}
            {applied && <IconCircleCheckFilled size={16} role="img" aria-label={text.jobs.isApplied} />}
          </span>
        </span>
        <span className={classes.tags}>
          {pay && (
            <span className={classes.tag} data-strong>
              {pay}
            </span>
          )}
          {job.workplaceType && <span className={classes.tag}>{text.jobs.workplaceType[job.workplaceType]}</span>}
          {job.skills.slice(0, 3).map((s) => (
            <span key={s} className={classes.tag}>
              {s}
            </span>
          ))}
        </span>
      </span>
    </Link>
  )
})
