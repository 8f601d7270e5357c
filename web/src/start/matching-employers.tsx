import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { AddLink } from '~/employers/add-link'
import { FollowButton } from '~/employers/follow-button'
import { useEmployers, useFollowedBoards } from '~/employers/queries'
import { CompanyLogo } from '~/jobs/company-logo'
import { useMatches } from '~/jobs/queries'
import type { Search } from '~/jobs/search-state'
import { SearchInput } from '~/shell/search-input'
import { Lines } from '~/shell/skeletons'
import { text } from '~/text'
import classes from './onboarding.module.css'

const SHOWN = 6

/** MatchingEmployers offers to follow the employers of matching postings, and finds others by name. */
export function MatchingEmployers({ search }: { search: Search }) {
  const [q, setQ] = useState('')
  const matches = useMatches(search, 100)
  const found = useEmployers(q, false, 1)
  const { data: boards = [] } = useFollowedBoards()
  const followed = new Set(boards.map((b) => b.employerId))
  const postings = matches.data?.content ?? []
  const companies = postings.flatMap(({ company: c }) => (c.id ? [{ id: c.id, name: c.name, logoUrl: c.logoUrl }] : []))
  const matching = [...new Map(companies.map((c) => [c.id, c])).values()]
  const shown = (q || (matches.isSuccess && matching.length === 0) ? (found.data?.content ?? []) : matching).slice(0, SHOWN)
  return (
    <Stack gap="sm">
      <SearchInput label={text.employers.find} value={q} onChange={setQ} maxLength={100} />
      {/* As high as the list, so that what is below stays. */}
      {shown.length === 0 && (matches.isPending || found.isPending) && <Lines count={SHOWN} height={39} />}
      {shown.length === 0 && !matches.isPending && !found.isPending && (
        <>
          <Text size="sm" c="dimmed">
            {q ? text.employers.noneFound(q) : text.employers.empty}
          </Text>
          <AddLink name={q} style={{ alignSelf: 'flex-start' }} />
        </>
      )}
      {shown.length > 0 && (
        <ul className={classes.employers}>
          {shown.map((e) => (
            <li key={e.id}>
              <CompanyLogo name={e.name} url={e.logoUrl} size={32} />
              <span className={classes.name}>{e.name}</span>
              <FollowButton employer={e} following={followed.has(e.id)} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
