import { Anchor, Button, Group, Skeleton, Switch, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconEyeOff, IconSparkles } from '@tabler/icons-react'
import { memo, useEffect } from 'react'
import type { ApplicationStatus, JobSummary } from '~/api/models'
import { formatNumber } from '~/format/number'
import { useToken } from '~/session/session'
import { fromList } from '~/shell/back-link'
import { Empty, Failure, SearchFailure } from '~/shell/states'
import { text } from '~/text'
import classes from './find.module.css'
import { FirstPostings, sentFirst } from './first-postings'
import { JobRow } from './job-row'
import rowClasses from './job-row.module.css'
import { NothingFound } from './nothing-found'
import type { useJobSearch } from './queries'
import { RowActions } from './row-actions'
import { useShowHidden } from './rules'
import { SaveSearch } from './save-search'
import { SavedSearchesOnPhone } from './saved-searches-button'
import { formatSearch, isNarrowed, type Search } from './search-state'
import { useHideSeen, useSeen } from './seen'
import { Understanding } from './understanding'
import { Unpriced } from './unpriced'

export interface View {
  result: ReturnType<typeof useJobSearch>
  postings: JobSummary[]
  search: Search
  shown: string | null
  tracked: Map<string, ApplicationStatus>
}

interface Props {
  view: View
  onChange: (patch: Partial<Search>) => void
}

/** JobList is the list of postings. It loads more at its end, and stays in place while a new search is loading. */
export const JobList = memo(function JobList({ view, onChange }: Props) {
  const { result, postings, search, shown, tracked } = view
  const first = result.data?.pages[0]
  // A reason that all share tells nothing.
  const reasoned = first?.sort === 'relevance' && new Set(postings.map((p) => p.match?.reason)).size > 1
  const token = useToken()
  const seen = useSeen()
  const [hideSeen, setHideSeen] = useHideSeen()
  const [showHidden, setShowHidden] = useShowHidden()
  const known = postings.filter((p) => p.id !== shown && seen.has(p.id)).length
  // NothingFound offers to save the search, too.
  const nothing = first !== undefined && postings.length === 0 && !result.isError && !first.hidden && isNarrowed(search)
  const listed = hideSeen ? postings.filter((p) => p.id === shown || !seen.has(p.id)) : postings
  return (
    <section
      id="results"
      tabIndex={-1}
      className={classes.list}
      data-stale={result.isPlaceholderData || undefined}
      data-worded={first?.asked || undefined}
      aria-busy={result.isFetching}
      aria-label={text.jobs.results}
    >
      <div className={classes.summary}>
        {/* Always there: a live region that comes with its text is not read. */}
        <Group gap="0 var(--mantine-spacing-xs)" role="status" aria-live="polite">
          {first && (
            <>
              <Text size="sm" c="dimmed" className="numeric">
                {hideSeen && known > 0
                  ? shownOf(listed.length, first.totalElements, known, result.hasNextPage)
                  : text.jobs.found(first.totalElements, formatNumber(first.totalElements))}
              </Text>
              {first.newElements !== undefined && first.newElements > 0 && (
                <Text size="sm" c="var(--accent)" className="numeric">
                  {text.rules.newCount(formatNumber(first.newElements))}
                </Text>
              )}
              {first.hidden !== undefined && first.hidden > 0 && (
                <Text size="sm" c="dimmed" className="numeric">
                  {text.rules.hidden(first.hidden, formatNumber(first.hidden))}{' '}
                  <Anchor component="button" inherit onClick={() => setShowHidden(!showHidden)}>
                    {showHidden ? text.rules.unshow : text.rules.show}
                  </Anchor>
                </Text>
              )}
            </>
          )}
        </Group>
        <Group gap="xs" justify="flex-end" style={{ flex: 'none' }}>
          {(known > 0 || hideSeen) && (
            <Switch size="xs" label={text.rules.hideSeen} checked={hideSeen} onChange={(e) => setHideSeen(e.currentTarget.checked)} />
          )}
          {isNarrowed(search) && !nothing && <SaveSearch search={search} understood={first?.understood ?? undefined} />}
          <SavedSearchesOnPhone search={search} onChoose={onChange} />
        </Group>
      </div>
      {/* Without results NothingFound offers the suggestion. */}
      {first?.understood && (
        <Understanding
          keyword={first.asked}
          currency={first.payCurrency}
          understood={postings.length > 0 ? first.understood : { ...first.understood, suggestion: null }}
          onChange={onChange}
        />
      )}
      {result.isPending && (sentFirst() ? <FirstPostings /> : <RowSkeletons count={8} />)}
      {result.isError && postings.length === 0 && <SearchFailure query={result} />}
      {first && postings.length === 0 && !result.isError && (
        first.hidden ? (
          <Empty plain icon={IconEyeOff} title={text.rules.allHidden}>
            {text.rules.allHiddenHint}
          </Empty>
        ) : nothing ? (
          <NothingFound search={search} understood={first.understood} loading={result.isPlaceholderData} onChange={onChange} />
        ) : (
          <Empty plain icon={IconSparkles} title={text.jobs.noneYet}>
            {text.jobs.noneYetHint}
          </Empty>
        )
      )}
      <ul>
        {listed.map((job) => {
          const params = formatSearch(search)
          params.set('job', job.id)
          return (
            <li key={job.id} className={rowClasses.item}>
              <JobRow
                job={job}
                to={`/find?${params}`}
                state={fromList}
                current={job.id === shown}
                status={tracked.get(job.id)}
                reasoned={reasoned}
                seen={job.id !== shown && seen.has(job.id)}
                fresh={first?.newSince !== undefined && Date.parse(job.firstSeenAt) > Date.parse(first.newSince)}
              />
              {token && <RowActions job={job} />}
            </li>
          )
        })}
      </ul>
      {postings.length > 0 && listed.length === 0 && !result.hasNextPage ? (
        <Empty
          plain
          icon={IconEyeOff}
          title={text.rules.allSeen}
          action={
            <Button variant="light" onClick={() => setHideSeen(false)}>
              {text.rules.showSeen}
            </Button>
          }
        >
          {text.rules.allSeenHint}
        </Empty>
      ) : (
        postings.length > 0 && <More result={result} />
      )}
      {first && postings.length > 0 && first.totalPages === 1 && !result.isPlaceholderData && (
        <Unpriced search={search} understood={first.understood} found={first.totalElements} onChange={onChange} />
      )}
    </section>
  )
})

const shownOf = (shown: number, total: number, hidden: number, more: boolean) =>
  text.rules.shownOf(formatNumber(shown), total, formatNumber(total), hidden, formatNumber(hidden), more)

function More({ result }: { result: View['result'] }) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, isPlaceholderData } = result
  const near = entry?.isIntersecting ?? false
  useEffect(() => {
    if (near && hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData) void fetchNextPage()
  }, [near, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage])
  if (isFetchNextPageError) return <Failure error={result.error} retry={fetchNextPage} />
  if (!hasNextPage)
    return (
      <Text size="sm" c="dimmed" ta="center" py="lg">
        {text.jobs.thatIsAll}
      </Text>
    )
  return (
    <div ref={ref} data-more>
      <RowSkeletons count={3} />
      <Group justify="center">
        <Button variant="subtle" size="xs" onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
          {text.jobs.loadMore}
        </Button>
      </Group>
    </div>
  )
}

function RowSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, i) => (
    <Group key={i} px="1rem" py="0.875rem" gap="0.875rem" wrap="nowrap" align="flex-start" aria-hidden>
      <Skeleton h={40} w={40} radius={10} style={{ flex: 'none' }} />
      <div style={{ flex: 1 }}>
        <Skeleton h={15} w="70%" mb={9} />
        <Skeleton h={11} w="50%" mb={10} />
        <Skeleton h={17} w="80%" />
      </div>
    </Group>
  ))
}
