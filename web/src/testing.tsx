import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import type { Account } from './api/models'
import { theme } from './theme/theme'

/** show renders an element with the app's theme, an empty cache and a router at an address. */
export function show(element: ReactNode, at = '/', client = new QueryClient({ defaultOptions: { queries: { retry: false } } })) {
  return render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[at]}>{element}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

/** json returns a response of a service. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
}

/** serve answers all requests and returns them; a list of responses is used up in turn. */
export function serve(answers: Response[] | ((request: Request) => Response | Promise<Response>)): Request[] {
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(request.clone())
    return Array.isArray(answers) ? answers.shift() : answers(request)
  })
  return requests
}

export const account: Account = {
  id: '1', firstName: 'Mira', lastName: 'Solberg', email: 'mira@example.org', emailVerified: true, isAdmin: false, groups: ['user'],
  twoFactorEnabled: false, createdAt: '2026-01-01T00:00:00Z',
}
