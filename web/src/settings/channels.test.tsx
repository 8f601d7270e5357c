import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { notificationTypes } from '~/api/enums'
import type { Channel } from '~/api/models'
import { json, serve, show } from '~/testing'
import Channels from './channels'

const hook: Channel = {
  id: 'c1', kind: 'WEBHOOK', name: 'Home', address: 'https://hooks.example', topic: null, fingerprint: null, enabled: true, offReason: null,
  types: notificationTypes, createdAt: '2026-01-01T00:00:00Z', lastDeliveredAt: null, failingSince: null, lastError: null,
  waiting: 0, failed: 0,
}

function open(items: Channel[], answer: (request: Request) => Response = () => json({})) {
  const requests = serve((request) => (request.method === 'GET' ? json({ items, pushKey: 'key' }) : answer(request)))
  show(<Channels />)
  return requests
}

it('says that there are none and why this browser cannot be added', async () => {
  open([])
  expect(await screen.findByText(/No channels yet/)).toBeInTheDocument()
  expect(screen.getByRole('note')).toHaveTextContent(/https|cannot receive/)
  expect(screen.queryByRole('button', { name: 'Add this browser' })).toBeNull()
})

it('says since when and why a channel fails, and why it was switched off', async () => {
  open([
    { ...hook, failingSince: '2026-05-20T12:00:00Z', lastError: 'The receiver refused the connection.', waiting: 2 },
    { ...hook, id: 'c2', name: 'Gone', enabled: false, offReason: 'Nothing is there.' },
  ])
  expect(await screen.findByText(/Failing since .*refused the connection/)).toBeInTheDocument()
  expect(screen.getByText(/2 messages are waiting/)).toBeInTheDocument()
  expect(screen.getByText('Switched off: Nothing is there.')).toBeInTheDocument()
})

it('saves the types of a channel at once', async () => {
  const requests = open([hook], () => json(hook))
  await userEvent.click(await screen.findByRole('button', { name: 'Choose what Home gets' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Ghosted' }))
  await waitFor(() => expect(requests.some((r) => r.method === 'PATCH')).toBe(true))
  const sent = requests.find((r) => r.method === 'PATCH')!
  expect(await sent.json()).toEqual({ types: notificationTypes.filter((t) => t !== 'GHOSTED_ALERT') })
})

it('shows the secret of a new webhook until it was copied, and errors beside their fields', async () => {
  const fields = [{ name: 'address', message: 'The address must begin with https://.' }]
  const refusal = { error: 'Validation Error', message: 'x', fields }
  const answers = [json(refusal, 400), json({ channel: hook, secret: 'whsec_once' }, 201)]
  open([], () => answers.shift()!)
  await userEvent.click(await screen.findByRole('button', { name: 'Add a webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Address'), 'http://hooks.example')
  await userEvent.click(dialog.getByRole('button', { name: 'Add a webhook' }))
  expect(await dialog.findByText('The address must begin with https://.')).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Add a webhook' }))
  expect(await screen.findByDisplayValue('whsec_once')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }))
  await waitFor(() => expect(screen.queryByDisplayValue('whsec_once')).toBeNull())
})
