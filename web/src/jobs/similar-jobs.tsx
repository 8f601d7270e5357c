import { Title } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ApplicationStatus, JobSummary } from '~/api/models'
import { dotted } from '~/format/bidi'
import { text } from '~/text'
import { useTracked } from '~/tracker/queries'
import { CompanyLogo } from './company-logo'
import { ageOf, placeOf } from './describe'
import { useSimilarJobs } from './queries'
import classes from './similar-jobs.module.css'

function metaOf(job: JobSummary, status: ApplicationStatus | undefined): string {
  return dotted(job.company.name, placeOf(job), ageOf(job), status && text.status[status])
}

/** SimilarJobs lists open postings similar to one. It loads them when it comes near the screen. */
export function SimilarJobs({ id }: { id: string }) {
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (entry?.isIntersecting) setNear(true)
  }, [entry])
  const { data = [] } = useSimilarJobs(id, near)
  const tracked = useTracked()
  const { search } = useLocation()
  const addressOf = (job: string) => {
    const params = new URLSearchParams(search)
    params.set('job', job)
    return `/find?${params}`
  }
  return (
    <section ref={ref} className={classes.similar} aria-labelledby={data.length > 0 ? `similar-${id}` : undefined}>
      {data.length > 0 && (
        <>
          <Title order={3} mb="xs" id={`similar-${id}`}>
            {text.jobs.similar}
          </Title>
          <ul>
            {data.map((job) => (
              <li key={job.id}>
                <Link to={addressOf(job.id)} className={classes.row}>
                  <CompanyLogo name={job.company.name} url={job.company.logoUrl} size={32} />
                  <span className={classes.what}>
                    <bdi className={classes.title}>{job.title}</bdi>
                    <span className={classes.meta}>{metaOf(job, tracked.get(job.id))}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
