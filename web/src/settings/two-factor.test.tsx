import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { account, json, serve, show } from '~/testing'
import { TwoFactor } from './two-factor'

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
