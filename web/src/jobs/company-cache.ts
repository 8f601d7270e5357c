import type { QueryClient } from '@tanstack/react-query'
import type { Company } from '~/api/models'

// Companies come with several responses: lists leave out the description, single postings and the company's own page are
// complete. A cached entry is only ever replaced by a richer or newer one.

/** A list leaves out the description; a full entry has everything. */
type Depth = 'list' | 'full'

export interface Known {
  company: Company
  depth: Depth
}

export const companyKey = (slug: string) => ['company', slug, 'info']

/** merged returns the entry after the company came with another response. */
export function merged(known: Known | undefined, company: Company, depth: Depth): Known {
  if (!known) return { company, depth }
  if (isOlder(company, known.company)) {
    const description = known.company.description ?? company.description
    return { company: { ...known.company, description }, depth: known.depth }
  }
  if (depth === 'full') return { company, depth }
  // A newer list entry may have cleared other properties, but it never has a description.
  return { company: { ...company, description: company.description ?? known.company.description }, depth: known.depth }
}

function isOlder(a: Company, b: Company): boolean {
  if (!b.updatedAt) return false
  return !a.updatedAt || Date.parse(a.updatedAt) < Date.parse(b.updatedAt)
}

/** learn caches a company of a response. One without a slug is not identified yet and has no key. */
export function learn(client: QueryClient, company: Company, depth: Depth): void {
  if (!company.slug) return
  client.setQueryData<Known>(companyKey(company.slug), (known) => {
    const next = merged(known, company, depth)
    return JSON.stringify(known) === JSON.stringify(next) ? known : next
  })
}

/** best returns the richest entry known for the company of a posting. */
export function best(client: QueryClient, company: Company): Company {
  if (!company.slug) return company
  const known = client.getQueryData<Known>(companyKey(company.slug))
  return known ? merged(known, company, 'list').company : company
}
