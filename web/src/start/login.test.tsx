import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { session } from '~/session/session'
import { account, json, serve, show as render } from '~/testing'
import Login from './login'

const show = (at = '/login?next=%2Ftracker') =>
  render(
    <Routes>
      <Route path="login" element={<Login />} />
      <Route path="tracker" element={<p>tracker page</p>} />
      <Route index element={<p>first page</p>} />
    </Routes>,
    at,
  )

const entered = { token: 't', expiresIn: 60, account, twoFactorRequired: false, twoFactorToken: null }

async function signIn() {
  await userEvent.type(screen.getByLabelText('Email'), 'mira@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'seven herons')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('signing in', () => {
  it('leads to the page that was asked for', async () => {
    serve([json(entered)])
    show()
    await signIn()
    expect(await screen.findByText('tracker page')).toBeInTheDocument()
    expect(session.token()).toBe('t')
  })

  it('never leads to another site', async () => {
    serve([json(entered)])
    show('/login?next=https%3A%2F%2Fevil.example')
    await signIn()
    expect(await screen.findByText('first page')).toBeInTheDocument()
  })

  it('hides the password and accepts it from a password manager', async () => {
    show()
    const field = screen.getByLabelText('Password')
    expect(field).toHaveAttribute('type', 'password')
    expect(field).toHaveAttribute('autocomplete', 'current-password')
    await userEvent.click(field)
    await userEvent.paste('seven herons')
    expect(field).toHaveValue('seven herons')
  })

  it('says that the credentials are wrong', async () => {
    serve([json({ error: 'Invalid Credentials', message: 'No.' }, 401)])
    show()
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email or password')
  })

  it('asks for a code, rejects a wrong one, and starts again when the challenge has expired', async () => {
    const answers = [
      json({ token: null, expiresIn: null, account: null, twoFactorRequired: true, twoFactorToken: 'challenge' }),
      json({ error: 'Invalid Totp Code', message: 'No.' }, 401),
      json({ error: 'Two-Factor Challenge Invalid', message: 'No.' }, 400),
    ]
    const requests = serve(answers)
    show()
    await signIn()
    await userEvent.click(await screen.findByRole('button', { name: 'Use a backup code instead' }))
    await userEvent.type(screen.getByLabelText('Backup code'), 'ABCD-2345')
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('This is not one of your backup codes')
    expect(await requests[1]!.json()).toEqual({ twoFactorToken: 'challenge', totpCode: 'ABCD2345' })
    await userEvent.type(screen.getByLabelText('Backup code'), 'abcd2346')
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Start again' }))
    expect(await screen.findByLabelText('Password')).toBeInTheDocument()
    expect(session.token()).toBeNull()
  })
})
