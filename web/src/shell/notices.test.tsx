import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { accountKey } from '~/session/account'
import { session } from '~/session/session'
import { theme } from '~/theme/theme'
import { UnreachableNotice } from './notices'

const account = { id: '1', firstName: 'Mira', lastName: 'Solberg', email: 'mira@example.org', isAdmin: false, groups: ['user'], twoFactorEnabled: false, createdAt: '2026-01-01T00:00:00Z' }

function show(emailVerified: boolean) {
  session.begin('t', 3600)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(accountKey, { ...account, emailVerified })
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <UnreachableNotice />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

afterEach(() => session.end('left'))

describe('someone whose address is not verified', () => {
  it('is told that no mail can reach them, and where to change that', () => {
    show(false)
    expect(screen.getByText(/No mail can reach you/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Confirm the address' })).toHaveAttribute('href', '/verify?email=mira%40example.org&registration=1')
  })

  it('is told nothing once it is', () => {
    show(true)
    expect(screen.queryByText(/No mail can reach you/)).toBeNull()
  })
})
