import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { session } from '~/session/session'
import { theme } from '~/theme/theme'
import Login from './login'

const show = (at = '/login?next=%2Ftracker') =>
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="login" element={<Login />} />
            <Route path="verify" element={<p>verify page</p>} />
            <Route path="tracker" element={<p>tracker page</p>} />
            <Route index element={<p>first page</p>} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const account = { id: '1', firstName: 'Mira', lastName: 'Solberg', email: 'mira@example.org', emailVerified: true, isAdmin: false, groups: ['user'], twoFactorEnabled: false, createdAt: '2026-01-01T00:00:00Z' }
const entered = { token: 't', expiresIn: 60, account, twoFactorRequired: false, twoFactorToken: null }

async function signIn() {
  await userEvent.type(screen.getByLabelText('Email'), 'mira@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'seven herons')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

afterEach(() => {
  session.end('left')
  vi.unstubAllGlobals()
})

describe('signing in', () => {
  it('leads to where one wanted to go', async () => {
    vi.stubGlobal('fetch', vi.fn(async () => answer(200, entered)))
    show()
    await signIn()
    expect(await screen.findByText('tracker page')).toBeInTheDocument()
    expect(session.token()).toBe('t')
  })

  it('leads to no other site', async () => {
    vi.stubGlobal('fetch', vi.fn(async () => answer(200, entered)))
    show('/login?next=https%3A%2F%2Fevil.example')
    await signIn()
    expect(await screen.findByText('first page')).toBeInTheDocument()
  })

  it('hides the password and takes it from a password manager', async () => {
    show()
    const field = screen.getByLabelText('Password')
    expect(field).toHaveAttribute('type', 'password')
    expect(field).toHaveAttribute('autocomplete', 'current-password')
    await userEvent.click(field)
    await userEvent.paste('seven herons')
    expect(field).toHaveValue('seven herons')
  })

  it('says that the credentials are wrong', async () => {
    vi.stubGlobal('fetch', vi.fn(async () => answer(401, { error: 'Invalid Credentials', message: 'No.' })))
    show()
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent('Email or password is not right')
  })

  it('leads to the confirmation of an address that is not verified', async () => {
    vi.stubGlobal('fetch', vi.fn(async () => answer(403, { error: 'Email Not Verified', message: 'No.' })))
    show()
    await signIn()
    expect(await screen.findByText('verify page')).toBeInTheDocument()
  })

  it('asks for the second step, tells a wrong code, and starts again when the challenge is over', async () => {
    const answers = [
      answer(200, { token: null, expiresIn: null, account: null, twoFactorRequired: true, twoFactorToken: 'challenge' }),
      answer(401, { error: 'Invalid Totp Code', message: 'No.' }),
      answer(400, { error: 'Two-Factor Challenge Invalid', message: 'No.' }),
    ]
    vi.stubGlobal('fetch', vi.fn(async () => answers.shift()!))
    show()
    await signIn()
    await userEvent.click(await screen.findByRole('button', { name: 'Use a backup code instead' }))
    await userEvent.type(screen.getByLabelText('Backup code'), 'abcd2345')
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('That code is not right')
    await userEvent.type(screen.getByLabelText('Backup code'), 'abcd2346')
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Start again' }))
    expect(await screen.findByLabelText('Password')).toBeInTheDocument()
    expect(session.token()).toBeNull()
  })
})
