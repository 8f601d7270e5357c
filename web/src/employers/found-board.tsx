import { Alert, Anchor, Badge, Button, Card, Group, List, Loader, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { explain } from '~/api/error'
import type { FoundBoard } from '~/api/models'
import { formatNumber } from '~/format/number'
import { CompanyLogo } from '~/jobs/company-logo'
import { sourceName } from '~/jobs/describe'
import { JobRow } from '~/jobs/job-row'
import { emptySearch, formatSearch, searchAddress } from '~/jobs/search-state'
import { text } from '~/text'
import { useAddBoard, usePostingsOf } from './find-queries'
import { FollowButton } from './follow-button'
import classes from './found-board.module.css'
import { useFollow, useFollowedBoards } from './queries'

interface Props {
  find: string
  choice: number
  board: FoundBoard
}

/** FoundBoardCard shows a board that was found, and adds it. */
export function FoundBoardCard({ find, choice, board: b }: Props) {
  const add = useAddBoard(find, choice)
  const isFollowed = useFollowedBoards().data?.some((f) => f.sourceType === b.sourceType && f.token === b.token) ?? false
  useFollowAdded(b, add.isSuccess)
  const family = sourceName(b.sourceType)
  const site = b.website && URL.canParse(b.website) ? new URL(b.website) : null
  const postings = text.addEmployer.postings(formatNumber(b.postings), b.postings, b.more)
  const here = b.state === 'known' || b.state === 'added'
  return (
    <Card component="section" aria-label={`${b.name}, ${family}`} data-board={`${b.sourceType}/${b.token}`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" align="flex-start" style={{ minWidth: 0 }}>
          <CompanyLogo name={b.name} url={b.logoUrl} size={44} />
          <div style={{ minWidth: 0 }}>
            <Title order={3}>
              {here ? (
                <Anchor component={Link} to={searchAddress({ company: [b.name] })} inherit>
                  {b.name}
                </Anchor>
              ) : (
                b.name
              )}
            </Title>
            <Text size="sm" c="dimmed">
              {[family, text.addEmployer.by[b.foundBy], postings].join(' · ')}
            </Text>
            {here && (
              <Badge color="pine" variant="light" tt="none" my={4}>
                {b.state === 'known' ? text.addEmployer.known : text.addEmployer.added}
              </Badge>
            )}
            {site && (
              <Anchor href={site.href} target="_blank" rel="noopener noreferrer" size="sm">
                {site.host}
              </Anchor>
            )}
          </div>
        </Group>
        {(b.state === 'new' || b.state === 'failed') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label={text.addEmployer.addOne(b.name, family)}
            loading={add.isPending}
            onClick={() => add.mutate()}
            style={{ flex: 'none' }}
          >
            {text.addEmployer.add}
          </Button>
        )}
        {b.employerId && <FollowButton employer={{ id: b.employerId, name: b.name }} following={isFollowed} />}
      </Group>
      {b.titles.length > 0 && !here && (
        <List size="sm" mt="sm" spacing={2} aria-label={text.addEmployer.titles}>
          {b.titles.map((t) => (
            <List.Item key={t}>{t}</List.Item>
          ))}
        </List>
      )}
      {b.state === 'adding' && (
        <div role="status">
          <Group gap="sm" mt="md">
            <Loader size="xs" aria-hidden />
            <Text size="sm">{text.addEmployer.adding}</Text>
          </Group>
          <Text size="xs" c="dimmed">
            {text.addEmployer.addingHint}
          </Text>
        </div>
      )}
      <Trouble board={b} error={add.error} />
      {here && !b.reason && <Postings name={b.name} count={b.openPostings ?? 0} />}
    </Card>
  )
}

/** useFollowAdded follows the employer that the user has just added, as soon as it exists. */
function useFollowAdded({ employerId, name }: FoundBoard, added: boolean) {
  const { mutate: follow } = useFollow()
  const done = useRef(false)
  useEffect(() => {
    if (!added || !employerId || done.current) return
    done.current = true
    follow({ id: employerId, name, follow: true })
  }, [added, employerId, name, follow])
}

/** Trouble says why a board was not added, or not read. */
function Trouble({ board: b, error }: { board: FoundBoard; error: unknown }) {
  if (!error && !b.reason) return null
  return (
    <Alert color={b.state === 'added' ? 'amber' : 'rose'} variant="light" mt="md" role="alert">
      {error ? explain(error) : [b.state === 'added' ? text.addEmployer.firstPullFailed : text.addEmployer.addFailed, b.reason].join(' ')}
    </Alert>
  )
}

/** Postings lists the newest postings of a board that is searched. */
function Postings({ name, count }: { name: string; count: number }) {
  const list = usePostingsOf(name, Math.min(count, 1))
  const search = formatSearch({ ...emptySearch, company: [name] })
  const addressOf = (job: string) => {
    const params = new URLSearchParams(search)
    params.set('job', job)
    return `/find?${params}`
  }
  if (count === 0) {
    return (
      <Text size="sm" c="dimmed" mt="md" role="status">
        {text.addEmployer.none}
      </Text>
    )
  }
  const total = list.data?.totalElements ?? 0
  return (
    <section aria-label={text.addEmployer.newPostings(name)} style={{ marginTop: '1rem' }}>
      {total === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {text.addEmployer.soon}
        </Text>
      )}
      <ul className={classes.postings}>
        {list.data?.content.map((job) => (
          <li key={job.id}>
            <JobRow job={job} to={addressOf(job.id)} ofOneCompany />
          </li>
        ))}
      </ul>
      {total > 0 && (
        <Button component={Link} to={`/find?${search}`} variant="light" mt="sm">
          {text.addEmployer.showAll(formatNumber(total), total)}
        </Button>
      )}
    </section>
  )
}
