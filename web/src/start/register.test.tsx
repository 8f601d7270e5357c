import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { theme } from '~/theme/theme'
import Register from './register'
import Verify from './verify'

const account = { id: 'r-1', firstName: 'Mira', lastName: 'Solberg', email: 'mira@example.org', emailVerified: false, isAdmin: false, groups: ['user'], twoFactorEnabled: false, createdAt: '2026-01-01T00:00:00Z' }

/** show opens the page on an installation with the given mode and returns the bodies that were sent, by path. */
function show(registration: string, at = '/register', status = 201) {
  const sent: Record<string, unknown> = {}
  const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
  vi.stubGlobal(
    'fetch',
    vi.fn(async (request: Request) => {
      const path = new URL(request.url).pathname
      if (path === '/platform') return answer(200, { version: '1', mail: 'smtp', publicUrl: 'http://localhost', registration })
      sent[path] = await request.json()
      if (path === '/auth/register') return status === 201 ? answer(201, { account, verificationRequired: true, registrationId: 'r-1' }) : answer(status, { error: 'Invitation Required', message: 'An account needs an invitation here.' })
      return answer(400, { error: 'Invalid Verification', message: 'No.' })
    }),
  )
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="register" element={<Register />} />
            <Route path="verify" element={<Verify />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return sent
}

async function fill() {
  await userEvent.type(await screen.findByLabelText('First name'), 'Mira')
  await userEvent.type(screen.getByLabelText('Last name'), 'Solberg')
  await userEvent.clear(screen.getByLabelText('Email'))
  await userEvent.type(screen.getByLabelText('Email'), 'mira@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'seven herons')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
}

afterEach(() => vi.unstubAllGlobals())

describe('registering', () => {
  it('sends the id of the registration along with the code', async () => {
    const sent = show('open')
    await fill()
    await userEvent.type(await screen.findByLabelText('Digit 1'), '123456')
    expect(await screen.findByRole('alert')).toHaveTextContent('That code is not right')
    expect(sent['/auth/account/verify-email']).toEqual({ email: 'mira@example.org', code: '123456', registrationId: 'r-1' })
    await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
    expect(sent['/auth/account/resend-verification']).toEqual({ email: 'mira@example.org', registrationId: 'r-1' })
    expect(sent['/auth/register']).not.toHaveProperty('invitation')
  })

  it('says that it is closed', async () => {
    show('closed')
    expect(await screen.findByRole('heading', { name: 'Registration is closed' })).toBeInTheDocument()
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument()
  })

  it('says that it is by invitation', async () => {
    show('invite')
    expect(await screen.findByRole('heading', { name: 'Registration is by invitation' })).toBeInTheDocument()
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument()
  })

  it('sends the token of an invitation', async () => {
    const sent = show('invite', '/register#invitation=a-token&email=mira%40example.org')
    expect(await screen.findByLabelText('Email')).toHaveValue('mira@example.org')
    await fill()
    await screen.findByLabelText('Digit 1')
    expect(sent['/auth/register']).toMatchObject({ invitation: 'a-token', email: 'mira@example.org' })
  })

  it('says why an invitation is not taken', async () => {
    show('invite', '/register#invitation=old', 403)
    await fill()
    expect(await screen.findByRole('alert')).toHaveTextContent('An account needs an invitation here.')
  })
})
