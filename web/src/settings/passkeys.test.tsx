import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Account, Passkey } from '~/api/models'
import { theme } from '~/theme/theme'
import { Passkeys } from './passkeys'

const account: Account = { id: '1', firstName: 'Mira', lastName: 'Solberg', email: 'mira@example.org', emailVerified: true, isAdmin: false, groups: ['user'], twoFactorEnabled: true, createdAt: '2026-01-01T00:00:00Z' }
const laptop: Passkey = { id: 'p1', name: 'Laptop', synced: true, suspect: false, createdAt: '2026-01-01T00:00:00Z', lastUsedAt: null }
const answer = (status: number, body: unknown) => new Response(status === 204 ? null : JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

function show(items: Passkey[], respond?: (request: Request) => Response) {
  const fetched = vi.fn(async (request: Request) => (request.method === 'GET' ? answer(200, { items }) : respond!(request)))
  vi.stubGlobal('fetch', fetched)
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Passkeys account={account} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return fetched
}

afterEach(() => vi.unstubAllGlobals())

describe('passkeys', () => {
  it('says that there are none, and that this browser cannot make one', async () => {
    show([])
    expect(await screen.findByText(/No passkeys yet/)).toBeInTheDocument()
    expect(screen.getByText(/This browser has no passkeys/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  it('warns of one that may have been copied', async () => {
    show([{ ...laptop, suspect: true }])
    expect(await screen.findByText('Refused')).toBeInTheDocument()
    expect(screen.getByText(/Remove it and add a new one/)).toBeInTheDocument()
  })

  it('removes one after the password and a code, and tells which of them was wrong', async () => {
    const answers = [answer(422, { error: 'Invalid Credentials', message: 'No.' }), answer(422, { error: 'Invalid Totp Code', message: 'No.' }), answer(204, null)]
    const fetched = show([laptop], () => answers.shift()!)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
    await userEvent.type(await screen.findByLabelText('Current password'), 'seven herons')
    await userEvent.type(screen.getByLabelText('Code from the app, or a backup code'), '123456')
    const remove = screen.getByRole('button', { name: 'Remove' })
    await userEvent.click(remove)
    expect(await screen.findByText('This is not your current password.')).toBeInTheDocument()
    await userEvent.click(remove)
    expect(await screen.findByText(/That code is not right/)).toBeInTheDocument()
    await userEvent.click(remove)
    await vi.waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull())
    const sent = fetched.mock.calls.map(([request]) => request).filter((r) => r.method === 'DELETE')
    expect(await sent[2]!.json()).toEqual({ currentPassword: 'seven herons', totpCode: '123456' })
  })
})
