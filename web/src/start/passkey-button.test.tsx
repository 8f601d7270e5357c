import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { theme } from '~/theme/theme'
import { PasskeyButton } from './passkey-button'

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const options = { challenge: 'AAAA', timeout: 300000, rpId: 'localhost', userVerification: 'required' }
const asked = (origin = location.origin) => answer(200, { ceremonyId: 'c1', origin, options })

/** browser stands in for a browser with passkeys, which jsdom is not. */
function browser(get: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', Object.assign(function PublicKeyCredential() {}, { parseRequestOptionsFromJSON: (o: unknown) => o }))
  vi.stubGlobal('navigator', { ...navigator, credentials: { get } })
}

function show(onDone = vi.fn(), token?: string) {
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={new QueryClient()}>
        <PasskeyButton token={token} onDone={onDone} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return onDone
}

afterEach(() => vi.unstubAllGlobals())

describe('signing in with a passkey', () => {
  it('is not offered by a browser that has none', () => {
    show()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('sends what the browser answers', async () => {
    const credential = { id: 'x', rawId: 'x', type: 'public-key', response: {} }
    browser(async () => ({ toJSON: () => credential }))
    const answers = [asked(), answer(200, { token: 't' })]
    const fetched = vi.fn<(request: Request) => Promise<Response>>(async () => answers.shift()!)
    vi.stubGlobal('fetch', fetched)
    const done = show(vi.fn(), 'second')
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey instead' }))
    await vi.waitFor(() => expect(done).toHaveBeenCalled())
    expect(await fetched.mock.calls[1]![0].json()).toEqual({ twoFactorToken: 'second', ceremonyId: 'c1', credential })
  })

  it('says where passkeys work when the page was opened elsewhere', async () => {
    const get = vi.fn()
    browser(get)
    vi.stubGlobal('fetch', vi.fn(async () => asked('https://jobs.example.org')))
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Passkeys work at https://jobs.example.org only.')
    expect(get).not.toHaveBeenCalled()
  })

  it('says that nothing was done when the user cancels', async () => {
    browser(async () => {
      throw new DOMException('no', 'NotAllowedError')
    })
    vi.stubGlobal('fetch', vi.fn(async () => asked()))
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('the request was cancelled')
  })
})
