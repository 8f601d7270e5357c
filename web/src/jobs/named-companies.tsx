import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ask, jobs } from '~/api/client'
import { text } from '~/text'

/** The longest name the API accepts. */
const MAX_NAME = 100

/** NamedCompanies links to the companies whose name was searched for. */
export function NamedCompanies({ keyword }: { keyword: string }) {
  const q = keyword.trim()
  const { data } = useQuery({
    queryKey: ['companies', 'named', q],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/companies', { params: { query: { q, size: 3 } }, signal })),
    enabled: q !== '' && q.length <= MAX_NAME,
    staleTime: 60_000,
  })
  const named = (data?.content ?? []).filter((c) => c.slug)
  if (named.length === 0) return null
  return (
    <Group component="section" gap="xs" justify="center" px="md" aria-label={text.jobs.companiesNamed}>
      <Text size="sm" c="dimmed">
        {text.jobs.companiesNamed}:
      </Text>
      {named.map((c) => (
        <Anchor key={c.slug} component={Link} to={`/companies/${c.slug}`} size="sm">
          <bdi>{c.name}</bdi>
        </Anchor>
      ))}
    </Group>
  )
}
