import { Anchor, Button, Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBell, IconLayoutKanban, IconLock, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ask, jobs } from '~/api/client'
import { formatNumber } from '~/format/number'
import { JobRow } from '~/jobs/job-row'
import { useMatches } from '~/jobs/queries'
import { emptySearch } from '~/jobs/search-state'
import { useTitle } from '~/shell/page'
import { SearchFailure } from '~/shell/states'
import { text } from '~/text'
import { BoardPicture } from './board-picture'
import classes from './home.module.css'
import { SearchStart } from './search-start'

const points = [
  { icon: IconSearch, ...text.start.points.find },
  { icon: IconLayoutKanban, ...text.start.points.track },
  { icon: IconBell, ...text.start.points.remind },
  { icon: IconLock, ...text.start.points.own },
]

const SHOWN = 5

/** Welcome shows a stranger what the product does and what is in it. */
export function Welcome() {
  useTitle('')
  const newest = useMatches({ ...emptySearch, sort: 'newest' }, SHOWN)
  return (
    <>
      <section className={classes.hero}>
        <Title order={1}>{text.start.headline}</Title>
        <Text c="dimmed" size="lg" mt="md">
          {text.start.lead}
        </Text>
        <SearchStart
          formClass={classes.search}
          size="md"
          button={
            <Button type="submit" size="md">
              {text.start.search}
            </Button>
          }
        />
        <Inside postings={newest.data?.totalElements} />
        <Text size="sm" c="dimmed" mt="xs">
          {text.start.noAccount}{' '}
          <Link to="/register" style={{ color: 'var(--accent)' }}>
            {text.start.join}
          </Link>
        </Text>
      </section>
      <div className={classes.show}>
        <Newest query={newest} />
        <BoardPicture />
      </div>
      <section className={classes.points} aria-label={text.start.pointsTitle}>
        {points.map((p) => (
          <div key={p.title} className={classes.point}>
            <p.icon size={26} stroke={1.6} aria-hidden />
            <Text fw={620} component="h2">
              {p.title}
            </Text>
            <Text c="dimmed" size="sm" mt={4}>
              {p.body}
            </Text>
          </div>
        ))}
      </section>
    </>
  )
}

/** Inside says how much there is to search. Its line is there before the numbers are, so that nothing moves. */
function Inside({ postings }: { postings: number | undefined }) {
  const companies = useQuery({
    queryKey: ['companies', 'number'],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/companies', { params: { query: { size: 1 } }, signal })),
    staleTime: 60_000,
  })
  const n = companies.data?.totalElements
  return (
    <Text mt="lg" fw={550} className={`${classes.inside} numeric`} role="status">
      {postings !== undefined && n !== undefined && postings > 0 && text.start.inside(formatNumber(postings), n, formatNumber(n))}
    </Text>
  )
}

function Newest({ query }: { query: ReturnType<typeof useMatches> }) {
  const postings = query.data?.content ?? []
  return (
    <Card component="section" className={classes.newest}>
      <Group justify="space-between" mb="sm">
        <Text component="h2" fw={650}>
          {text.start.fresh}
        </Text>
        <Anchor component={Link} to="/find" size="sm">
          {text.start.allJobs}
        </Anchor>
      </Group>
      {query.isPending && Array.from({ length: SHOWN }, (_, i) => <Skeleton key={i} h={56} mb={8} />)}
      {query.isError && <SearchFailure query={query} />}
      {query.isSuccess && postings.length === 0 && <Text c="dimmed">{text.jobs.noneYet}</Text>}
      {postings.length > 0 && (
        <ul className={classes.postings}>
          {postings.map((job) => (
            <li key={job.id}>
              <JobRow job={job} to={`/find?job=${job.id}`} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
