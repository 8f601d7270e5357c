import type { AlertHit } from '~/api/models'
import { chipName } from '~/jobs/describe'
import { type Chip, emptySearch } from '~/jobs/search-state'

/**
 * factName returns a fact that met a filter as the search page names that filter. In hits from before the server named filters
 * it is as the server wrote it.
 */
export function factName({ text, filter, value, currency, within }: AlertHit['reasons'][number]): string {
  if (!filter || value === undefined) return text
  const search = { ...emptySearch, compensationCurrency: currency ?? null, within: within ?? null }
  return chipName(search, { filter, value } as Chip)
}
