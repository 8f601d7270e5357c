import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { json, serve, show } from '~/testing'
import { PasskeyButton } from './passkey-button'

const options = { challenge: 'AAAA', timeout: 300000, rpId: 'localhost', userVerification: 'required' }
const asked = (origin = location.origin) => json({ ceremonyId: 'c1', origin, options })

/** browser stands in for a browser with passkeys, which happy-dom lacks. */
function browser(get: () => Promise<unknown>) {
  const parseRequestOptionsFromJSON = (o: unknown) => o
  vi.stubGlobal('PublicKeyCredential', Object.assign(function PublicKeyCredential() {}, { parseRequestOptionsFromJSON }))
  vi.stubGlobal('navigator', { ...navigator, credentials: { get } })
}

describe('signing in with a passkey', () => {
  it('is not offered by a browser that has none', () => {
    show(<PasskeyButton onDone={() => {}} />)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('sends what the browser answers', async () => {
    const credential = { id: 'x', rawId: 'x', type: 'public-key', response: {} }
    browser(async () => ({ toJSON: () => credential }))
    const requests = serve([asked(), json({ token: 't' })])
    const done = vi.fn()
    show(<PasskeyButton token="second" onDone={done} />)
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey instead' }))
    await vi.waitFor(() => expect(done).toHaveBeenCalled(), 20_000)
    expect(await requests[1]!.json()).toEqual({ twoFactorToken: 'second', ceremonyId: 'c1', credential })
  })

  it('says where passkeys work when the page was opened elsewhere', async () => {
    const get = vi.fn()
    browser(get)
    serve([asked('https://jobs.example.org')])
    show(<PasskeyButton onDone={() => {}} />)
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Passkeys only work at https://jobs.example.org.')
    expect(get).not.toHaveBeenCalled()
  })

  it('says that nothing was done when the user cancels', async () => {
    browser(async () => {
      throw new DOMException('no', 'NotAllowedError')
    })
    serve([asked()])
    show(<PasskeyButton onDone={() => {}} />)
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The request was cancelled')
  })
})
