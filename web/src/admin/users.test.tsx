import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import type { User, UserDetails } from '~/api/models'
import { session } from '~/session/session'
import { account, json, serve, show } from '~/testing'
import { Users } from './users'
import UserPage, { actionsOn } from './users-details'

const mira: User = {
  id: '7', firstName: 'Mira', lastName: 'Sandoval', email: 'mira@example.org', state: 'active', isAdmin: false, twoFactorEnabled: true,
  passkeys: 0, sessions: 1, createdAt: '2026-03-02T09:15:00Z', verifiedAt: '2026-03-02T09:16:00Z', disabledAt: null, lastLoginAt: null,
}
const details: UserDetails = {
  user: mira,
  backupCodesLeft: 8,
  sessions: [
    {
      id: 's', createdAt: '2026-03-04T18:20:00Z', lastUsedAt: '2026-03-04T18:42:00Z', userAgent: 'Firefox/139.0', address: '203.0.113.7',
      current: false,
    },
  ],
}
const admin = { ...account, isAdmin: true, twoFactorEnabled: true }

function answer(registration: string, users: User[]) {
  return serve((r) => {
    const { pathname } = new URL(r.url)
    if (pathname === '/platform') return json({ version: '1', mail: 'smtp', publicUrl: 'http://localhost', registration })
    if (pathname === '/auth/admin/invitations') return json({ items: [] })
    return json({ content: users, page: 0, size: 25, totalElements: users.length, totalPages: 1 })
  })
}

it('lists users and filters them by the address', async () => {
  const requests = answer('open', [mira, { ...mira, id: '8', state: 'disabled', isAdmin: true }])
  const asked = () => new URL(requests.filter((r) => r.url.includes('/auth/admin/users')).at(-1)!.url).searchParams
  show(<Users />, '/admin?tab=users&q=mira&state=disabled&page=2')
  expect(await screen.findAllByRole('link', { name: 'Mira Sandoval' })).toHaveLength(2)
  expect(Object.fromEntries(asked())).toEqual({ q: 'mira', state: 'disabled', page: '1', size: '25' })
  for (const part of ['2 users', 'Disabled', 'Administrator']) expect(screen.getAllByText(part).length).toBeGreaterThan(0)
  await userEvent.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(asked().has('q')).toBe(false))
  expect(asked().get('page')).toBe('0')
  expect(screen.queryByText('Invitations')).not.toBeInTheDocument()
})

it('says that nobody was found, and invites where registration is by invitation', async () => {
  const requests = answer('invite', [])
  show(<Users />)
  expect(await screen.findByText('No users found')).toBeInTheDocument()
  await userEvent.type(await screen.findByLabelText('Email address to invite'), 'noor@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(requests.some((r) => r.method === 'POST')).toBe(true))
})

function page(handle: (r: Request) => Response | undefined) {
  session.begin('token', 3600)
  const requests = serve((r) => handle(r) ?? json(r.url.endsWith('/auth/account') ? admin : details))
  show(
    <Routes>
      <Route path="admin/users/:id" element={<UserPage />} />
      <Route path="admin" element={<p>the list</p>} />
    </Routes>,
    '/admin/users/7',
  )
  return requests
}

it('asks for a code before it acts, and shows the user as it is then', async () => {
  const changed = { ...details, user: { ...mira, state: 'disabled' } }
  const requests = page((r) => (r.method === 'POST' ? json(changed) : undefined))
  await userEvent.click(await screen.findByRole('button', { name: 'Disable account' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Disable account' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('Code from the app or a backup code'), '123 456')
  await userEvent.click(dialog.getByRole('button', { name: 'Disable account' }))
  expect(await screen.findByRole('button', { name: 'Enable account' })).toBeInTheDocument()
  const sent = requests.find((r) => r.method === 'POST')!
  expect(await sent.json()).toEqual({ action: 'disable', totpCode: '123456' })
})

it('deletes only when the address was typed', async () => {
  const requests = page((r) => (r.method === 'DELETE' ? json(null, 204) : undefined))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Code from the app or a backup code'), '123456')
  expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('Type mira@example.org to confirm'), 'Mira@example.org')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }))
  expect(await screen.findByText('the list')).toBeInTheDocument()
  expect(requests.some((r) => r.method === 'DELETE')).toBe(true)
})

it('says that a user is gone', async () => {
  page((r) => (r.url.includes('/admin/users/') ? json({ error: 'Not Found', message: 'User not found.' }, 404) : undefined))
  expect(await screen.findByText('User not found')).toBeInTheDocument()
})

it('offers what makes sense for a state, and little for one’s own account', () => {
  expect(actionsOn(mira, false)).toEqual(['reset-password', 'reset-two-factor', 'end-sessions', 'disable', 'delete'])
  expect(actionsOn({ ...mira, twoFactorEnabled: false, sessions: 0 }, false)).toEqual(['reset-password', 'disable', 'delete'])
  expect(actionsOn({ ...mira, state: 'unverified' }, false)[0]).toBe('verify')
  expect(actionsOn({ ...mira, state: 'pending' }, false)).toEqual(['verify'])
  expect(actionsOn({ ...mira, state: 'disabled' }, false)).toEqual(['enable', 'delete'])
  expect(actionsOn(mira, true)).toEqual(['end-sessions'])
})
