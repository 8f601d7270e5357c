import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { IconBuilding, IconMoodEmpty } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { ask, jobs } from '~/api/client'
import { hasStatus } from '~/api/error'
import { FollowButton } from '~/employers/follow-button'
import { useFollowedBoards } from '~/employers/queries'
import { formatDay } from '~/format/date'
import { formatNumber } from '~/format/number'
import { useAccount } from '~/session/account'
import { LoadMore } from '~/shell/buttons'
import { Page, useTitle } from '~/shell/page'
import { Lines } from '~/shell/skeletons'
import { Empty, QueryState } from '~/shell/states'
import { text } from '~/text'
import { useTracked } from '~/tracker/queries'
import { learn } from './company-cache'
import { CompanyFacts } from './company-card'
import { CompanyLogo } from './company-logo'
import { JobRow } from './job-row'
import { postingsOf, useKnownCompany } from './queries'
import pageClasses from '~/shell/page.module.css'

/** CompanyPage shows a company and its open postings. */
export default function CompanyPage() {
  const slug = useParams().slug ?? ''
  const client = useQueryClient()
  const { data: account } = useAccount()
  const { data: known } = useKnownCompany(slug)
  const result = useInfiniteQuery({
    queryKey: ['company', slug, 'jobs'],
    queryFn: async ({ pageParam, signal }) => {
      const params = { path: { slug }, query: { page: pageParam, size: 20 } }
      const answer = await ask(jobs.GET('/jobs/companies/{slug}', { params, signal }))
      learn(client, answer.company, 'full')
      for (const job of answer.jobs.content) learn(client, job.company, 'list')
      return answer
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last.jobs.page + 1 < last.jobs.totalPages ? last.jobs.page + 1 : undefined),
  })
  const { data: followed = [] } = useFollowedBoards()
  const company = known?.company ?? result.data?.pages[0]?.company
  const first = result.data?.pages[0]?.jobs
  const tracked = useTracked()
  const postings = postingsOf(result.data?.pages.map((p) => p.jobs) ?? [])
  const isFollowed = followed.some((b) => b.employerId === company?.id)
  useTitle(company?.name ?? text.company.title)

  if (hasStatus(result.error, 404, 400)) {
    return (
      <Page title={text.company.title} narrow>
        <Empty icon={IconBuilding} title={text.company.unknown} action={<Button component={Link} to="/find">{text.nav.find}</Button>}>
          {text.company.unknownHint}
        </Empty>
      </Page>
    )
  }
  return (
    <div className={pageClasses.page} data-narrow>
      {company ? (
        <Stack gap="md" mb="xl">
          <Group gap="md">
            <CompanyLogo name={company.name} url={company.logoUrl} size={72} />
            <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
              <Title order={1}>
                <bdi>{company.name}</bdi>
              </Title>
              <CompanyFacts company={company} />
              {company.updatedAt && company.manuallyEdited && (
                <Text size="xs" c="dimmed">
                  {text.company.reviewed(formatDay(company.updatedAt))}
                </Text>
              )}
            </div>
            {account && company.id && <FollowButton employer={{ id: company.id, name: company.name }} following={isFollowed} />}
            {account?.isAdmin && (
              <Button component={Link} to={`/admin?tab=companies&edit=${slug}`} variant="default" size="xs">
                {text.edit}
              </Button>
            )}
          </Group>
          {company.description && <Text style={{ whiteSpace: 'pre-line' }}>{company.description}</Text>}
        </Stack>
      ) : (
        result.isPending && (
          <div role="status" aria-label={text.loading}>
            <Lines count={1} height={96} />
          </div>
        )
      )}
      <QueryState query={result} lines={4} />
      {first && (
        <>
          <Title order={2} mb="sm">
            {text.company.openings(first.totalElements, formatNumber(first.totalElements))}
          </Title>
          {postings.length === 0 ? (
            <Empty icon={IconMoodEmpty} title={text.company.noOpenings}>
              {text.company.noOpeningsHint}
            </Empty>
          ) : (
            <Card padding={6}>
              {postings.map((job) => (
                <JobRow key={job.id} job={job} to={`/find?job=${job.id}`} status={tracked.get(job.id)} ofOneCompany />
              ))}
            </Card>
          )}
          <LoadMore query={result} />
        </>
      )}
    </div>
  )
}
