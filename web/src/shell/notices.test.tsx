import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { accountKey } from '~/session/account'
import { session } from '~/session/session'
import { account, show } from '~/testing'
import { keepMailboxToken } from '~/mailbox/token'
import { MailboxHint, MailNotice, platformQuery, UnverifiedNotice } from './notices'

it.each([true, false])('warns of an address that is not confirmed: %s', (emailVerified) => {
  session.begin('t', 3600)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(accountKey, { ...account, emailVerified })
  show(<UnverifiedNotice />, '/', client)
  const link = screen.queryByRole('link', { name: 'Confirm your address' })
  if (emailVerified) expect(link).toBeNull()
  else expect(link).toHaveAttribute('href', '/verify?email=mira%40example.org&registration=1')
})

it.each([false, true])('links to the mailbox where the browser can unlock it: %s', (unlocked) => {
  keepMailboxToken(unlocked ? 'token' : '')
  const client = new QueryClient()
  client.setQueryData(platformQuery.queryKey, { mail: 'local' } as never)
  show(<MailboxHint />, '/', client)
  const [link, where] = [screen.queryByRole('link', { name: 'Open the mailbox' }), screen.queryByText(/in the line “mailbox:”/)]
  expect([link !== null, where !== null]).toEqual([unlocked, !unlocked])
})

it.each([false, true])('tells administrators where to read emails that are kept here: %s', (unlocked) => {
  session.begin('t', 3600)
  keepMailboxToken(unlocked ? 'token' : '')
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(accountKey, { ...account, isAdmin: true })
  client.setQueryData(platformQuery.queryKey, { mail: 'local' } as never)
  show(<MailNotice />, '/', client)
  expect(screen.getByText('No mail server is set up: emails are kept on this machine.')).toBeInTheDocument()
  const [name, to] = unlocked ? ['Open the mailbox', '/mailbox'] : ['How to read them', '/admin?tab=system']
  expect(screen.getByRole('link')).toHaveAccessibleName(name)
  expect(screen.getByRole('link')).toHaveAttribute('href', to)
})
