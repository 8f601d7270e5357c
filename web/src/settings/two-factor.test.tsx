import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { account, json, serve, show } from '~/testing'
import { TwoFactor } from './two-factor'

it('marks the advice to turn two-factor on as read when that is done, wherever it is in the list', async () => {
  const pages = [[{ id: 'n9', type: 'JOB_ALERT' }], [{ id: 'n1', type: 'SECURITY_RECOMMENDATION' }], [{ id: 'n0', type: 'JOB_ALERT' }]]
  const requests = serve((request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.endsWith('/2fa/setup')) return json({ otpauthUri: 'otpauth://totp/x?secret=ABCDEFGH', setupKey: 'ABCDEFGH' })
    if (pathname.endsWith('/2fa/verify-setup')) return json({ backupCodes: ['aaaa1111', 'bbbb2222'] })
    if (request.method === 'PATCH') return json(null, 204)
    const page = Number(searchParams.get('page'))
    return json({ content: pages[page], page, size: 100, totalElements: 201, totalPages: 3 })
  })
  show(<TwoFactor account={account} />)
  await userEvent.click(screen.getByRole('button', { name: 'Set up' }))
  await userEvent.type(await screen.findByLabelText('Code from the app'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('aaaa1111')).toBeInTheDocument()
  const asked = () => requests.filter((r) => new URL(r.url).pathname.startsWith('/notifications'))
  await expect.poll(() => asked().map((r) => `${r.method} ${new URL(r.url).pathname}`)).toEqual([
    'GET /notifications', 'GET /notifications', 'PATCH /notifications/n1/read',
  ])
})

it.each([
  [8, '8 backup codes left'],
  [1, '1 backup code left'],
  [0, 'No backup codes left: make new ones.'],
])('says that %i backup codes are left', async (backupCodesLeft, said) => {
  serve(() => json({ ...account, twoFactorEnabled: true, backupCodesLeft }))
  show(<TwoFactor account={{ ...account, twoFactorEnabled: true }} />)
  expect(await screen.findByText(said)).toBeInTheDocument()
})

it('does not ask for them while two-factor authentication is off', () => {
  const requests = serve(() => json(account))
  show(<TwoFactor account={account} />)
  expect(screen.getByText('Off')).toBeInTheDocument()
  expect(requests).toHaveLength(0)
})

it('says how to get new backup codes without the phone', async () => {
  serve(() => json({ ...account, twoFactorEnabled: true, backupCodesLeft: 2 }))
  show(<TwoFactor account={{ ...account, twoFactorEnabled: true }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'New backup codes' }))
  expect(await screen.findByText(/^No phone at hand\? Turn two-factor authentication off with a backup code/)).toBeInTheDocument()
})
