import { Anchor, Badge, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  IconBuildingSkyscraper, IconCash, IconChartBar, IconClock, IconHome2, IconLanguage, IconMapPin, IconZoomExclamation,
} from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { hasStatus } from '~/api/error'
import type { Job, JobSummary } from '~/api/models'
import { formatDay } from '~/format/date'
import { formatPay } from '~/format/number'
import { Empty, Failure } from '~/shell/states'
import { text } from '~/text'
import { best } from './company-cache'
import { CompanyCard } from './company-card'
import { CompanyLogo } from './company-logo'
import { ageOf, languageName, sourceName } from './describe'
import { JobActions } from './job-actions'
import { useJob, useKnownCompany } from './queries'
import { RichText } from './rich-text'
import { SimilarJobs } from './similar-jobs'

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

function Head({ job }: { job: JobSummary }) {
  const client = useQueryClient()
  useKnownCompany(job.company.slug) // renders again when more is known of the company
  const company = best(client, job.company)
  const places = job.locations
    .map((l) => [l.city, l.region !== l.city ? l.region : null, l.country].filter(Boolean).join(', '))
    .filter(Boolean)
  const pay = formatPay(job)
  const facts = [
    { icon: IconMapPin, value: places.length > 0 ? places.slice(0, 4).join(' · ') : job.location },
    { icon: IconHome2, value: job.workplaceType && text.jobs.workplaceType[job.workplaceType] },
    { icon: IconCash, value: pay },
    { icon: IconClock, value: job.employmentType && text.jobs.employmentType[job.employmentType] },
    { icon: IconChartBar, value: job.careerLevel && text.jobs.careerLevel[job.careerLevel] },
    { icon: IconLanguage, value: job.languages.length > 0 ? job.languages.map(languageName).join(', ') : null },
    { icon: IconBuildingSkyscraper, value: company.industry },
  ].filter((f) => f.value)
  return (
    <header>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <CompanyLogo name={company.name} url={company.logoUrl} size={56} />
        <div style={{ minWidth: 0 }}>
          <Title order={2} fz="1.5rem" lh={1.25} style={{ overflowWrap: 'anywhere' }}>
            {job.title}
          </Title>
          <Text mt={2}>
            {company.slug ? (
              <Anchor component={Link} to={`/companies/${company.slug}`} fw={550}>
                {company.name}
              </Anchor>
            ) : (
              company.name
            )}
            <Text span c="dimmed">
              {' · '}
              {job.closedAt ? text.jobs.closedOn(formatDay(job.closedAt)) : text.jobs.posted(ageOf(job))}
              {!job.closedAt && job.unconfirmedSince && ` · ${text.jobs.unconfirmedSince(formatDay(job.unconfirmedSince))}`}
            </Text>
          </Text>
        </div>
      </Group>
      <Group mt="md" style={{ gap: '0.4rem 1.25rem' }}>
        {facts.map((f) => (
          <Group key={String(f.value)} gap={6} wrap="nowrap">
            <f.icon size={16} stroke={1.7} color="var(--quiet)" aria-hidden />
            <Text size="sm">{f.value}</Text>
          </Group>
        ))}
      </Group>
      <JobActions job={job} />
      {job.skills.length > 0 && (
        <Group gap={6} mt="lg" role="list" aria-label={text.jobs.facets.skill}>
          {job.skills.map((s) => (
            <Badge key={s} role="listitem" variant="default" tt="none" fw={500} size="md">
              {s}
            </Badge>
          ))}
        </Group>
      )}
    </header>
  )
}

function Body({ job }: { job: Job }) {
  return (
    <Stack gap="xl" mt="xl">
      {job.requirements.length > 0 && (
        <section>
          <Title order={3} mb="xs">
            {text.jobs.requirements}
          </Title>
          <List spacing={4} size="sm" withPadding>
            {job.requirements.map((r) => (
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
