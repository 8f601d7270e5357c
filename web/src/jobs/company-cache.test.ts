import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Company } from '~/api/models'
import { best, companyKey, type Known, learn, merged } from './company-cache'

const company = (patch: Partial<Company> = {}): Company => ({
  id: '01', slug: 'foo-widgets', name: 'Foo Widgets', logoUrl: null, website: null, industry: 'Tools', size: null, headquarters: null,
  description: null, tags: null, manuallyEdited: false, updatedAt: '2026-01-01T00:00:00Z', ...patch,
})

describe('what is known of a company', () => {
  it('is upgraded by a single posting', () => {
    const known = merged({ company: company(), depth: 'list' }, company({ description: 'Makes widgets.' }), 'full')
    expect(known).toEqual({ company: company({ description: 'Makes widgets.' }), depth: 'full' })
  })

  it('is never downgraded by a list', () => {
    const full: Known = { company: company({ description: 'Makes widgets.' }), depth: 'full' }
    expect(merged(full, company(), 'list')).toEqual(full)
  })

  it('takes the news of a newer list entry and keeps the description', () => {
    const full: Known = { company: company({ description: 'Makes widgets.' }), depth: 'full' }
    const got = merged(full, company({ industry: 'Gadgets', updatedAt: '2026-02-01T00:00:00Z' }), 'list')
    expect(got.company).toMatchObject({ industry: 'Gadgets', description: 'Makes widgets.' })
    expect(got.depth).toBe('full')
  })

  it('is not changed by an older answer that comes late', () => {
    const newer: Known = {
      company: company({ name: 'Foo Widgets Group', updatedAt: '2026-03-01T00:00:00Z', description: 'New.' }),
      depth: 'full',
    }
    expect(merged(newer, company({ description: 'Old.' }), 'full')).toEqual(newer)
  })

  it('forgets what a newer full entry has cleared', () => {
    const full: Known = { company: company({ description: 'Makes widgets.' }), depth: 'full' }
    const cleared = company({ description: null, updatedAt: '2026-04-01T00:00:00Z' })
    expect(merged(full, cleared, 'full')).toEqual({ company: cleared, depth: 'full' })
  })
})

describe('the cache', () => {
  it('is keyed by slug and shows the richest entry', () => {
    const client = new QueryClient()
    learn(client, company({ description: 'Makes widgets.' }), 'full')
    learn(client, company(), 'list')
    expect(client.getQueryData<Known>(companyKey('foo-widgets'))?.company.description).toBe('Makes widgets.')
    expect(best(client, company()).description).toBe('Makes widgets.')
  })

  it('keeps nothing of a company that is not identified yet', () => {
    const client = new QueryClient()
    const unresolved = company({ id: null, slug: null })
    learn(client, unresolved, 'list')
    expect(client.getQueryCache().getAll()).toEqual([])
    expect(best(client, unresolved)).toBe(unresolved)
  })
})
