import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Passkey } from '~/api/models'
import { account, json, serve, show } from '~/testing'
import { Passkeys } from './passkeys'

const laptop: Passkey = { id: 'p1', name: 'Laptop', synced: true, suspect: false, createdAt: '2026-01-01T00:00:00Z', lastUsedAt: null }

function open(items: Passkey[], ...answers: Response[]) {
  const requests = serve((request) => (request.method === 'GET' ? json({ items }) : answers.shift()!))
  show(<Passkeys account={{ ...account, twoFactorEnabled: true }} />)
  return requests
}

describe('passkeys', () => {
  it('says that there are none, and that this browser does not support them', async () => {
    open([])
    expect(await screen.findByText(/No passkeys yet/)).toBeInTheDocument()
    expect(screen.getByText(/This browser does not support passkeys/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  it('warns of one that may have been copied', async () => {
    open([{ ...laptop, suspect: true }])
    expect(await screen.findByText('Blocked')).toBeInTheDocument()
    expect(screen.getByText(/Remove it and add a new one/)).toBeInTheDocument()
  })

  it('removes one after the password and a code, and says which of them was wrong', async () => {
    const requests = open(
      [laptop],
      json({ error: 'Invalid Credentials', message: 'No.' }, 422),
      json({ error: 'Invalid Totp Code', message: 'No.' }, 422),
      json(null, 204),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
    await userEvent.type(await screen.findByLabelText('Current password'), 'seven herons')
    await userEvent.type(screen.getByLabelText('Code from the app or a backup code'), '123456')
    const remove = screen.getByRole('button', { name: 'Remove' })
    await userEvent.click(remove)
    expect(await screen.findByText('This is not your current password.')).toBeInTheDocument()
    await userEvent.click(remove)
    expect(await screen.findByText(/This code is wrong/)).toBeInTheDocument()
    await userEvent.click(remove)
    await vi.waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull(), 20_000)
    const sent = requests.filter((r) => r.method === 'DELETE')
    expect(await sent[2]!.json()).toEqual({ currentPassword: 'seven herons', totpCode: '123456' })
  })
})
