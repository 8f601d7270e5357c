import type { QueryClient } from '@tanstack/react-query'
import type { Company } from '~/api/models'

// What is known of a company comes from several places: lists leave out the description, single postings and the
// company's own page are complete. An entry is only ever made richer or newer.

/** A list leaves the description out; a full entry says all there is. */
export type Depth = 'list' | 'full'

export interface Known {
  company: Company
  depth: Depth
}

export const companyKey = (slug: string) => ['company', slug, 'info']

/** merged is what is known after hearing of the company again. */
export function merged(known: Known | undefined, company: Company, depth: Depth): Known {
  if (!known) return { company, depth }
  if (isOlder(company, known.company)) return { company: filledUp(known.company, company), depth: known.depth }
  if (depth === 'full') return { company, depth }
  // A newer list entry may have emptied other properties on purpose, but about the description it says nothing.
  return { company: { ...company, description: company.description ?? known.company.description }, depth: known.depth }
}

function isOlder(a: Company, b: Company): boolean {
  if (!b.updatedAt) return false
  return !a.updatedAt || Date.parse(a.updatedAt) < Date.parse(b.updatedAt)
}

/** filledUp takes from the older entry only what the newer one does not know and has not been told to forget. */
function filledUp(newer: Company, older: Company): Company {
  return newer.description === null && older.description !== null ? { ...newer, description: older.description } : newer
}

/** learn remembers a company of a response. One without a slug is not yet identified, so there is nothing to attach to. */
export function learn(client: QueryClient, company: Company, depth: Depth): void {
  if (!company.slug) return
  client.setQueryData<Known>(companyKey(company.slug), (known) => {
    const next = merged(known, company, depth)
    return known && known.depth === next.depth && same(known.company, next.company) ? known : next
  })
}

/** best is the richest entry at hand for the company of a posting. */
export function best(client: QueryClient, company: Company): Company {
  if (!company.slug) return company
  const known = client.getQueryData<Known>(companyKey(company.slug))
  return known ? merged(known, company, 'list').company : company
}

function same(a: Company, b: Company): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
