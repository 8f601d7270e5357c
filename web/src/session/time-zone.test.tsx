import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatInstant, fromLocalInput, today, toLocalInput } from '~/format/date'
import { refusedZone, shownZone, zoneName } from '~/format/zone'
import { ZoneNotice } from '~/shell/notices'
import { json, serve, show } from '~/testing'
import { session } from './session'
import { useTimeZone } from './time-zone'

function Probe() {
  useTimeZone()
  return <p>{zoneName()}</p>
}

function open(timeZone: string | null) {
  session.begin('t', 3600)
  const requests = serve(async (r) => json(r.method === 'PUT' ? await r.json() : { timeZone }))
  show(
    <>
      <Probe />
      <ZoneNotice />
    </>,
  )
  return requests
}

beforeEach(() => {
  process.env.TZ = 'Europe/Madrid'
  localStorage.clear()
})
afterEach(() => {
  session.end('left')
  shownZone.set(null)
})

const question = () => screen.queryByText(/This device is set to/)

it('saves the time zone of the browser if the service has none', async () => {
  const requests = open(null)
  await waitFor(() => expect(requests.map((r) => r.method)).toEqual(['GET', 'PUT']))
  expect(await requests[1]!.json()).toEqual({ timeZone: 'Europe/Madrid' })
  expect(await screen.findByText('Europe/Madrid')).toBeInTheDocument()
  expect(question()).toBeNull()
})

it('shows times in the saved zone and asks before it changes', async () => {
  const requests = open('Asia/Tokyo')
  expect(await screen.findByText(/This device is set to Europe\/Madrid/)).toBeInTheDocument()
  expect(formatInstant('2026-06-14T22:30:00Z')).toMatch(/\b7:30\sAM (JST|GMT\+9)$/)
  expect(today(new Date('2026-06-14T16:00:00Z'))).toBe('2026-06-15')
  expect(fromLocalInput('2026-06-15T07:30')).toBe('2026-06-14T22:30:00.000Z')
  expect(toLocalInput('2026-06-14T22:30:00Z')).toBe('2026-06-15T07:30')
  await userEvent.click(screen.getByRole('button', { name: 'Use Europe/Madrid' }))
  await waitFor(() => expect(question()).toBeNull())
  expect(formatInstant('2026-06-14T22:30:00Z')).not.toMatch(/GMT|CE/)
  expect(await requests.at(-1)!.json()).toEqual({ timeZone: 'Europe/Madrid' })
})

it('asks once for each zone that the user does not want', async () => {
  const requests = open('Asia/Tokyo')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep Asia/Tokyo' }))
  await waitFor(() => expect(question()).toBeNull())
  expect(requests.map((r) => r.method)).toEqual(['GET'])
  expect(refusedZone()).toBe('Europe/Madrid')
})

it('does not ask about a zone with the same clock', async () => {
  open('Europe/Paris')
  expect(await screen.findByText('Europe/Paris')).toBeInTheDocument()
  expect(question()).toBeNull()
})
