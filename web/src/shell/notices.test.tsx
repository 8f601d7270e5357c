import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { accountKey } from '~/session/account'
import { session } from '~/session/session'
import { account, show } from '~/testing'
import { UnverifiedNotice } from './notices'

it.each([true, false])('warns of an address that is not confirmed: %s', (emailVerified) => {
  session.begin('t', 3600)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(accountKey, { ...account, emailVerified })
  show(<UnverifiedNotice />, '/', client)
  const link = screen.queryByRole('link', { name: 'Confirm your address' })
  if (emailVerified) expect(link).toBeNull()
  else expect(link).toHaveAttribute('href', '/verify?email=mira%40example.org&registration=1')
})
