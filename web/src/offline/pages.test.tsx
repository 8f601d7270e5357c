import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from '~/api/connection'
import { json, serve, show } from '~/testing'
import { OfflineGate } from './pages'

let away = false

const lose = (lost: boolean) =>
  act(async () => {
    away = lost
    await connection.check()
  })

beforeEach(() => {
  vi.useFakeTimers()
  connection.start()
  serve(() => (away ? Promise.reject(new TypeError('Failed to fetch')) : json({})))
})
afterEach(async () => {
  await lose(false)
  vi.useRealTimers()
})

it('keeps a page that came with the connection when it is lost again', async () => {
  await lose(true)
  show(
    <OfflineGate pathname="/settings">
      <input aria-label="Name" />
    </OfflineGate>,
  )
  expect(screen.getAllByText('Not available offline').length).toBeGreaterThan(0)
  await lose(false)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Mira' } })
  await lose(true)
  expect(screen.getByLabelText('Name')).toHaveValue('Mira')
})
