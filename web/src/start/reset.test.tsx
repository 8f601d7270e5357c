import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { theme } from '~/theme/theme'
import Forgot from './forgot'
import Reset from './reset'

const show = (at: string) =>
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="forgot" element={<Forgot />} />
            <Route path="reset" element={<Reset />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )

/** serve answers the identity service's calls in turn and keeps what was sent. */
function serve(...answers: [status: number, title?: string][]) {
  const sent: unknown[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (request: Request) => {
      if (!request.url.includes('/auth/')) return new Response('{}', { status: 404 })
      sent.push(await request.json())
      const [status, title] = answers.shift()!
      if (status === 204) return new Response(null, { status })
      return new Response(JSON.stringify({ error: title, message: 'No.' }), { status, headers: { 'Content-Type': 'application/json', 'Retry-After': '60' } })
    }),
  )
  return sent
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Set new password' }))

afterEach(() => vi.unstubAllGlobals())

describe('a forgotten password', () => {
  it('leads from the address to the code', async () => {
    const sent = serve([204])
    show('/forgot?email=mira%40example.org')
    await userEvent.click(screen.getByRole('button', { name: 'Mail me a code' }))
    expect(await screen.findByText(/If mira@example.org has an account/)).toBeInTheDocument()
    expect(sent).toEqual([{ email: 'mira@example.org' }])
  })

  it('says beside the field what is no address, and that it was asked too often', async () => {
    const sent = serve([429, 'Too Many Requests'])
    show('/forgot')
    await userEvent.type(screen.getByLabelText('Email'), 'mira')
    await userEvent.click(screen.getByRole('button', { name: 'Mail me a code' }))
    expect(screen.getByText('This does not look like an email address.')).toBeInTheDocument()
    expect(sent).toEqual([])
    await userEvent.type(screen.getByLabelText('Email'), '@example.org')
    await userEvent.click(screen.getByRole('button', { name: 'Mail me a code' }))
    expect(await screen.findByRole('alert')).toBeInTheDocument()
  })

  it('asks for the second factor only when the service does', async () => {
    const sent = serve([400, 'Invalid Verification'], [422, 'Totp Code Required'], [422, 'Invalid Totp Code'], [204])
    show('/reset?email=mira%40example.org')
    await userEvent.type(screen.getByLabelText('Code from the mail'), '123456')
    await userEvent.type(screen.getByLabelText('New password'), 'eight storks on the roof')
    await send()
    expect(await screen.findByText(/That code is not right, too old/)).toBeInTheDocument()
    expect(screen.queryByLabelText(/authenticator app/)).toBeNull()
    await send()
    await userEvent.type(await screen.findByLabelText(/authenticator app/), 'abcd2345')
    expect(screen.getByRole('status')).toHaveTextContent('one more code is needed')
    await send()
    expect(await screen.findByText(/was used already. Wait/)).toBeInTheDocument()
    await send()
    expect(await screen.findByRole('heading', { name: 'Your password is changed' })).toBeInTheDocument()
    expect(sent.at(-1)).toEqual({ email: 'mira@example.org', code: '123456', newPassword: 'eight storks on the roof', totpCode: 'abcd2345' })
    expect(sent[0]).toEqual({ email: 'mira@example.org', code: '123456', newPassword: 'eight storks on the roof' })
  })
})
