import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { session } from '~/session/session'
import { account, json, serve, show } from '~/testing'
import Onboarding from './onboarding'

beforeEach(() => {
  localStorage.clear()
  session.begin('t', 3600)
})

it('goes on with the answers of before, also if the account is known last', async () => {
  localStorage.setItem(`rolecall.onboarding.${account.id}`, JSON.stringify({ step: 'place', search: 's1' }))
  let tell: (answer: Response) => void = () => undefined
  const known = new Promise<Response>((resolve) => {
    tell = resolve
  })
  const requests = serve((r) => {
    const { pathname } = new URL(r.url)
    if (pathname === '/auth/account') return known
    if (pathname === '/jobs/filters/saved') return json({ items: [{ id: 's1', name: 'Welder', filters: { keyword: 'welder' } }] })
    return json({ items: [], content: [], totalElements: 0 })
  })
  show(<Onboarding />, '/start')
  await waitFor(() => expect(requests.map((r) => new URL(r.url).pathname)).toContain('/jobs/filters/saved'))
  tell(json(account))
  expect(await screen.findByText('welder')).toBeInTheDocument()
})
