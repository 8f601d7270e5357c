import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { json, serve, show } from '~/testing'
import { NamedCompanies } from './named-companies'

describe('companies of the name that was searched for', () => {
  it('are linked to', async () => {
    const content = ['foo-widgets', 'foo-labs'].map((slug) => ({ slug, name: `The ${slug}` }))
    const requests = serve(() => json({ content, page: 0, size: 3, totalElements: 2, totalPages: 1 }))
    show(<NamedCompanies keyword=" foo & co " />)
    const link = await screen.findByRole('link', { name: 'The foo-widgets' })
    expect(link).toHaveAttribute('href', '/companies/foo-widgets')
    expect(screen.getAllByRole('link')).toHaveLength(2)
    expect(new URL(requests[0]!.url).searchParams.get('q')).toBe('foo & co')
  })

  it('are not asked for without a name, or with one that is too long', () => {
    const requests = serve(() => json({}))
    show(<NamedCompanies keyword="  " />)
    show(<NamedCompanies keyword={'x'.repeat(101)} />)
    expect(requests).toEqual([])
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
  })
})
