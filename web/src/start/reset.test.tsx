import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { json, serve, show } from '~/testing'
import Forgot from './forgot'
import Reset from './reset'

/** open shows the pages and returns what was sent; the identity service gives the answers in turn. */
function open(at: string, ...answers: [status: number, error?: string][]) {
  const sent: unknown[] = []
  serve(async (request) => {
    if (!request.url.includes('/auth/')) return json({}, 404)
    sent.push(await request.json())
    const [status, error] = answers.shift()!
    return json({ error, message: 'No.' }, status, { 'Retry-After': '60' })
  })
  show(
    <Routes>
      <Route path="forgot" element={<Forgot />} />
      <Route path="reset" element={<Reset />} />
    </Routes>,
    at,
  )
  return sent
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Set new password' }))

describe('a forgotten password', () => {
  it('leads from the address to the code', async () => {
    const sent = open('/forgot?email=mira%40example.org', [204])
    await userEvent.click(screen.getByRole('button', { name: 'Email me a code' }))
    expect(await screen.findByText(/If mira@example.org has an account/)).toBeInTheDocument()
    expect(sent).toEqual([{ email: 'mira@example.org' }])
  })

  it('rejects an invalid address, and says that it was asked too often', async () => {
    const sent = open('/forgot', [429, 'Too Many Requests'])
    await userEvent.type(screen.getByLabelText('Email'), 'mira')
    await userEvent.click(screen.getByRole('button', { name: 'Email me a code' }))
    expect(screen.getByText('Enter a valid email address.')).toBeInTheDocument()
    expect(sent).toEqual([])
    await userEvent.type(screen.getByLabelText('Email'), '@example.org')
    await userEvent.click(screen.getByRole('button', { name: 'Email me a code' }))
    expect(await screen.findByRole('alert')).toBeInTheDocument()
  })

  it('asks for the second factor only when the service does', async () => {
    const sent = open(
      '/reset?email=mira%40example.org',
      [400, 'Invalid Verification'],
      [422, 'Totp Code Required'],
      [422, 'Invalid Totp Code'],
      [204],
    )
    await userEvent.type(screen.getByLabelText('Code from the email'), '123456')
    await userEvent.type(screen.getByLabelText('New password'), 'eight storks on the roof')
    await send()
    expect(await screen.findByText(/This code is wrong, expired/)).toBeInTheDocument()
    expect(screen.queryByLabelText(/authenticator app/)).toBeNull()
    await send()
    await userEvent.type(await screen.findByLabelText(/authenticator app/), 'abcd-2345')
    expect(screen.getByRole('status')).toHaveTextContent('we need one more code')
    await send()
    expect(await screen.findByText(/not one of your backup codes/)).toBeInTheDocument()
    await send()
    expect(await screen.findByRole('heading', { name: 'Your password has been changed' })).toBeInTheDocument()
    const body = { email: 'mira@example.org', code: '123456', newPassword: 'eight storks on the roof' }
    expect(sent[0]).toEqual(body)
    expect(sent.at(-1)).toEqual({ ...body, totpCode: 'abcd2345' })
  })
})
