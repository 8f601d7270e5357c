import { Anchor, Text } from '@mantine/core'
import { formatNumber } from '~/format/number'
import { focusList } from '~/shell/focus'
import { text } from '~/text'
import { useCurrency } from './currency'
import { useMatches } from './queries'
import type { Search } from './search-state'
import { explicit, type Reading, ticked } from './understood'

interface Props {
  search: Search
  /** How the keyword was read. */
  understood?: Reading | undefined
  /** How many postings the search has found. */
  found: number
  onChange: (patch: Partial<Search>) => void
}

/**
 * Unpriced says how many postings a minimum pay leaves out because they state none, and offers to show them. The pay may be
 * set or typed into the keyword.
 */
export function Unpriced({ search, understood, found, onChange }: Props) {
  const [currencyOf] = useCurrency()
  const currency = currencyOf(search)
  const { compensationMin, includeUnpriced } = ticked(search, understood, currency)
  // Without an amount the user has asked for postings that state their pay.
  if (!compensationMin || includeUnpriced) return null
  const patch = explicit(search, understood, { includeUnpriced: true }, currency)
  const show = () => {
    focusList() // the offer goes
    onChange(patch)
  }
  return <Offer search={{ ...search, ...patch }} found={found} onShow={show} />
}

function Offer({ search, found, onShow }: { search: Search; found: number; onShow: () => void }) {
  const { data } = useMatches(search, 1)
  const left = (data?.totalElements ?? 0) - found
  if (left <= 0) return null
  return (
    <Text size="sm" c="dimmed" ta="center" px="md" data-unpriced>
      {text.jobs.unpriced(left, formatNumber(left))}{' '}
      <Anchor component="button" type="button" inherit onClick={onShow}>
        {text.jobs.showUnpriced(left)}
      </Anchor>
    </Text>
  )
}
