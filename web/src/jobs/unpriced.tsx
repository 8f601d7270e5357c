import { Anchor, Text } from '@mantine/core'
import { formatNumber } from '~/format/number'
import { text } from '~/text'
import { useMatches } from './queries'
import type { Search } from './search-state'

interface Props {
  search: Search
  /** How many postings the search has found. */
  found: number
  onChange: (patch: Partial<Search>) => void
}

/** Unpriced says how many postings a minimum pay leaves out because they state none, and offers to show them. */
export function Unpriced(props: Props) {
  const { compensationMin, includeUnpriced } = props.search
  // Without an amount the user has asked for postings that state their pay.
  return compensationMin && !includeUnpriced ? <Offer {...props} /> : null
}

function Offer({ search, found, onChange }: Props) {
  const { data } = useMatches({ ...search, includeUnpriced: true }, 1)
  const left = (data?.totalElements ?? 0) - found
  if (left <= 0) return null
  return (
    <Text size="sm" c="dimmed" ta="center" px="md" data-unpriced>
      {text.jobs.unpriced(left, formatNumber(left))}{' '}
      <Anchor component="button" type="button" inherit onClick={() => onChange({ includeUnpriced: true })}>
        {text.jobs.showUnpriced(left)}
      </Anchor>
    </Text>
  )
}
