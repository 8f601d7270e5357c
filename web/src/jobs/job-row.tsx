import { IconBookmarkFilled, IconCircleCheckFilled, IconPencil } from '@tabler/icons-react'
import { memo } from 'react'
import { Link, type LinkProps } from 'react-router'
import type { ApplicationStatus, JobSummary } from '~/api/models'
import { dotted } from '~/format/bidi'
import { formatCalendarDate, formatDay } from '~/format/date'
import { formatPay, formatPayAbout } from '~/format/number'
import { text } from '~/text'
import { CompanyLogo } from './company-logo'
import { useOwnFacts, withFacts } from './corrections'
import { ageOf, placeOf } from './describe'
import classes from './job-row.module.css'
import { Marked } from './marks'

interface Props extends LinkProps {
  job: JobSummary
  current?: boolean
  /** Where the posting stands on the user's board. */
  status?: ApplicationStatus
  /** Whether to say why the posting was found. */
  reasoned?: boolean
  /** Whether the user has opened the posting. */
  seen?: boolean
  /** Whether it was found since the user's last visit. */
  fresh?: boolean
  /** Whether the list is of one company, which is not named again. */
  ofOneCompany?: boolean
}

/** Reasons that the marked words of a title show. */
const titled = ['title', 'title-phrase']

/** JobRow is a posting in a list. */
export const JobRow = memo(function JobRow({ job: shared, current, status, reasoned, seen, fresh, ofOneCompany, ...link }: Props) {
  const own = useOwnFacts(shared.id)
  const job = own ? withFacts(shared, own) : shared
  const pay = formatPay(job)
  const place = placeOf(job)
  const match = job.match
  return (
    <Link
      {...link}
      className={classes.row}
      aria-current={current || undefined}
      data-job={job.id}
      data-seen={seen || undefined}
      data-hidden={job.hidden}
    >
      <CompanyLogo name={job.company.name} url={job.company.logoUrl} />
      <span>
        <span className={classes.head}>
          <bdi className={classes.title}>{match ? <Marked text={job.title} marks={match.titleMarks} /> : job.title}</bdi>
          <span className={classes.age}>{job.closedAt ? text.jobs.closed : ageOf(job)}</span>
        </span>
        <span className={classes.meta}>
          <span>{dotted(!ofOneCompany && job.company.name, place)}</span>
          <span className={classes.mark}>
            {own && <IconPencil size={16} role="img" aria-label={text.facts.rowMark} />}
            {status === 'SAVED' && <IconBookmarkFilled size={16} role="img" aria-label={text.jobs.saved} />}
            {status && status !== 'SAVED' && (
              <IconCircleCheckFilled size={16} role="img" aria-label={text.status[status]} />
            )}
          </span>
        </span>
        <span className={classes.tags}>
          {fresh && (
            <span className={classes.tag} data-strong>
              {text.rules.newMark}
            </span>
          )}
          {job.always && (
            <span className={classes.tag} data-strong>
              {text.rules.alwaysMark}
            </span>
          )}
          {job.hidden && <span className={classes.tag}>{text.rules.hiddenMark}</span>}
          {seen && <span className={classes.tag}>{text.rules.seen}</span>}
          {pay && (
            <span className={classes.tag} data-strong>
              {pay}
            </span>
          )}
          {job.unconfirmedSince && (
            <span className={classes.tag} title={text.jobs.unconfirmedSince(formatDay(job.unconfirmedSince))}>
              {text.jobs.unconfirmed}
            </span>
          )}
          {job.workplaceType && <span className={classes.tag}>{text.jobs.workplaceType[job.workplaceType]}</span>}
          {job.skills.slice(0, 3).map((s) => (
            <span key={s} className={classes.tag}>
              {s}
            </span>
          ))}
        </span>
        {match?.payAbout && (
          <span className={classes.about} title={text.pay.ratesOf(formatCalendarDate(match.payAbout.ratesOf))}>
            {formatPayAbout(match.payAbout)}
          </span>
        )}
        {match?.snippet && (
          <span className={classes.snippet} dir="auto">
            <Marked text={match.snippet.text} marks={match.snippet.marks} />
          </span>
        )}
        {match?.synonyms?.map((s) => (
          <span key={s.typed} className={classes.reason}>
            {text.jobs.synonym(s.found, s.typed)}
          </span>
        ))}
        {reasoned && match?.reason && !titled.includes(match.reason) && (
          <span className={classes.reason}>{text.jobs.reasons[match.reason]}</span>
        )}
      </span>
    </Link>
  )
})
