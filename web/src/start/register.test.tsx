import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { account, json, serve, show as render } from '~/testing'
import Register from './register'
import Verify from './verify'

/** show opens the page with a registration mode and returns the bodies that were sent, by path. */
function show(registration: string, at = '/register', accepted = true) {
  const sent: Record<string, unknown> = {}
  serve(async (request) => {
    const path = new URL(request.url).pathname
    if (path === '/platform') return json({ version: '1', mail: 'smtp', publicUrl: 'http://localhost', registration })
    sent[path] = await request.json()
    if (path !== '/auth/register') return json({ error: 'Invalid Verification', message: 'No.' }, 400)
    if (accepted) return json({ account, verificationRequired: true, registrationId: 'r-1' }, 201)
    return json({ error: 'Invitation Required', message: 'An account needs an invitation here.' }, 403)
  })
  render(
    <Routes>
      <Route path="register" element={<Register />} />
      <Route path="verify" element={<Verify />} />
    </Routes>,
    at,
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

describe('registering', () => {
  it('sends the id of the registration along with the code', async () => {
    const sent = show('open')
    await fill()
    await userEvent.type(await screen.findByLabelText('Digit 1'), '123456')
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong')
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

  it('says why an invitation is not accepted', async () => {
    show('invite', '/register#invitation=old', false)
    await fill()
    expect(await screen.findByRole('alert')).toHaveTextContent('An account needs an invitation here.')
  })
})
