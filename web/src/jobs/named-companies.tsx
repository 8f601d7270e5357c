import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ask, jobs } from '~/api/client'
import { text } from '~/text'

/** The longest part of a name that companies are looked for by. */
const LONGEST = 100

/** NamedCompanies leads on somebody who typed a company's name where postings are searched. */
export function NamedCompanies({ keyword }: { keyword: string }) {
  const q = keyword.trim()
  const { data } = useQuery({
    queryKey: ['companies', 'named', q],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/companies', { params: { query: { q, size: 3 } }, signal })),
    enabled: q !== '' && q.length <= LONGEST,
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
          {c.name}
        </Anchor>
      ))}
    </Group>
  )
}
