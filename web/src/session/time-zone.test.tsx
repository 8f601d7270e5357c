import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { json, serve, show } from '~/testing'
import { session } from './session'
import { useTimeZone } from './time-zone'

function Probe() {
  useTimeZone()
  return null
}

function open(timeZone: string | null) {
  session.begin('t', 3600)
  const requests = serve(() => json({ timeZone }))
  show(<Probe />)
  return requests
}

it('saves the time zone if the service has none', async () => {
  const requests = open(null)
  await waitFor(() => expect(requests.map((r) => r.method)).toEqual(['GET', 'PUT']))
  expect(await requests[1]!.json()).toEqual({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
})

it('keeps a time zone that is set', async () => {
  const requests = open('Asia/Tokyo')
  await waitFor(() => expect(requests.map((r) => r.method)).toEqual(['GET']))
})
