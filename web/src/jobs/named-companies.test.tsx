import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NamedCompanies } from './named-companies'

const show = (keyword: string) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <NamedCompanies keyword={keyword} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )

const companies = (...slugs: string[]) =>
  vi.fn(async (_: Request) => new Response(JSON.stringify({ content: slugs.map((slug) => ({ slug, name: `The ${slug}` })), page: 0, size: 3, totalElements: slugs.length, totalPages: 1 }), { headers: { 'Content-Type': 'application/json' } }))

afterEach(() => vi.unstubAllGlobals())

describe('companies of the name that was searched for', () => {
  it('are linked to', async () => {
    const fetched = companies('foo-widgets', 'foo-labs')
    vi.stubGlobal('fetch', fetched)
    show(' foo & co ')
    expect(await screen.findByRole('link', { name: 'The foo-widgets' }, { timeout: 4000 })).toHaveAttribute('href', '/companies/foo-widgets')
    expect(screen.getAllByRole('link')).toHaveLength(2)
    expect(new URL(fetched.mock.calls[0]![0].url).searchParams.get('q')).toBe('foo & co')
  })

  it('are not asked for without a name, or with one that is too long', () => {
    const fetched = companies()
    vi.stubGlobal('fetch', fetched)
    show('  ')
    show('x'.repeat(101))
    expect(fetched).not.toHaveBeenCalled()
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
  })
})
