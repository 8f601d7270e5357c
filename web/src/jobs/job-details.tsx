import { Anchor, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconZoomExclamation } from '@tabler/icons-react'
import { lazy, memo, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { hasStatus } from '~/api/error'
import type { CorrectableFact, Job, JobSummary } from '~/api/models'
import { formatDay } from '~/format/date'
import { Empty, Failure } from '~/shell/states'
import { text } from '~/text'
import { best } from './company-cache'
import { CompanyCard } from './company-card'
import { CompanyLogo } from './company-logo'
import classes from './find.module.css'
import { useOwnFacts } from './corrections'
import { ageOf, sourceName } from './describe'
import { JobActions } from './job-actions'
import { JobFacts, JobSkills } from './job-facts'
import { useJob, useKnownCompany } from './queries'
import { RichText, unsaid } from './rich-text'
import { SimilarJobs } from './similar-jobs'

const FactEditor = lazy(() => import('./fact-editor'))

interface Props {
  id: string
  /** The words to mark, "" for none. */
  highlight: string
  summary: JobSummary | undefined
}

/** JobDetails shows a posting in full; what the list knows already is shown at once. */
export const JobDetails = memo(function JobDetails({ id, highlight, summary }: Props) {
  const { data, error, isPending, refetch } = useJob(id, highlight)
  const job = data ?? summary
  if (hasStatus(error, 404)) {
    return (
      <article>
        <Empty icon={IconZoomExclamation} title={text.jobs.gone}>
          {text.jobs.goneHint}
        </Empty>
      </article>
    )
  }
  if (!job) return <article>{error ? <Failure error={error} retry={refetch} /> : <HeadSkeleton />}</article>
  return (
    <article>
      <Head job={job} />
      {data?.repostOf && (
        <Text size="sm" c="dimmed" mt="md">
          {text.jobs.repost}{' '}
          <Anchor component={Link} to={`/find?job=${data.repostOf}`} inherit>
            {text.jobs.earlier}
          </Anchor>
        </Text>
      )}
      {error ? (
        <Failure error={error} retry={refetch} />
      ) : isPending ? (
        <Stack gap="xs" mt="xl">
          {Array.from({ length: 9 }, (_, i) => (
            <Skeleton key={i} h={13} w={`${92 - ((i * 17) % 38)}%`} />
          ))}
        </Stack>
      ) : (
        <>
          <Body job={data} />
          <SimilarJobs id={id} />
        </>
      )}
    </article>
  )
})

function Head({ job }: { job: JobSummary | Job }) {
  const client = useQueryClient()
  useKnownCompany(job.company.slug) // renders again when more is known of the company
  const company = best(client, job.company)
  const own = useOwnFacts(job.id)
  const [editing, setEditing] = useState<{ fact?: CorrectableFact } | null>(null)
  const correct = (fact?: CorrectableFact) => setEditing(fact ? { fact } : {})
  return (
    <header>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <CompanyLogo name={company.name} url={company.logoUrl} size={56} />
        <div style={{ minWidth: 0 }}>
          <Title order={2} fz="1.5rem" lh={1.25} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{job.title}</bdi>
          </Title>
          <Text mt={2}>
            {company.slug ? (
              <Anchor component={Link} to={`/companies/${company.slug}`} fw={550}>
                <bdi>{company.name}</bdi>
              </Anchor>
            ) : (
              <bdi>{company.name}</bdi>
            )}
            <Text span c="dimmed">
              <span className={classes.dot}>{' · '}</span>
              <span className={classes.when}>
                {job.closedAt ? text.jobs.closedOn(formatDay(job.closedAt)) : text.jobs.posted(ageOf(job))}
              </span>
              {!job.closedAt && job.unconfirmedSince && ` · ${text.jobs.unconfirmedSince(formatDay(job.unconfirmedSince))}`}
            </Text>
          </Text>
        </div>
      </Group>
      <JobFacts job={job} own={own} industry={company.industry} onCorrect={correct} />
      <JobActions job={job} />
      <JobSkills job={job} own={own} onCorrect={correct} />
      {editing && 'facts' in job && (
        <Suspense fallback={null}>
          <FactEditor job={job} own={own} fact={editing.fact} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </header>
  )
}

function Body({ job }: { job: Job }) {
  // Most boards have them in the description, under a heading of their own.
  const requirements = useMemo(() => unsaid(job.requirements, job.description), [job])
  return (
    <Stack gap="xl" mt="xl">
      {requirements.length > 0 && (
        <section>
          <Title order={3} mb="xs">
            {text.jobs.requirements}
          </Title>
          <List spacing={4} size="sm" withPadding>
            {requirements.map((r) => (
              <List.Item key={r}>{r}</List.Item>
            ))}
          </List>
        </section>
      )}
      <section>
        <Title order={3} mb="xs">
          {text.jobs.description}
        </Title>
        {job.description ? <RichText html={job.description} /> : <Text c="dimmed">{text.jobs.noDescription}</Text>}
      </section>
      <CompanyCard company={job.company} />
      <Text size="xs" c="dimmed">
        {text.jobs.seen(formatDay(job.firstSeenAt), formatDay(job.lastSeenAt), sourceName(job.source))}
      </Text>
    </Stack>
  )
}

function HeadSkeleton() {
  return (
    <Group wrap="nowrap" align="flex-start" role="status" aria-label={text.loading}>
      <Skeleton h={56} w={56} radius={14} />
      <div style={{ flex: 1 }}>
        <Skeleton h={24} w="60%" mb={10} />
        <Skeleton h={14} w="35%" mb={18} />
        <Skeleton h={36} w="45%" />
      </div>
    </Group>
  )
}
