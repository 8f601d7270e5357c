import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '~/api/error'
import { deferred, failed, Toasts, undoable } from './toast'

beforeEach(async () => {
  await import('./toast-list') // fake timers do not wait for it
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  )
})
afterEach(async () => (await import('./toast-list')).notifications.clean())

it('shows the same error once', async () => {
  act(() => {
    for (let i = 0; i < 3; i++) failed(new ApiError(0, '', ''))
    failed(new ApiError(503, '', ''))
  })
  expect(await screen.findAllByText(/The server cannot be reached/)).toHaveLength(1)
  expect(screen.getAllByText(/is not available right now/)).toHaveLength(1)
})

describe('an offer to undo', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('runs out after it was shown, not while it waits behind others', async () => {
    for (const name of ['one', 'two', 'three', 'four']) undoable(name, () => undefined)
    await wait(11_000)
    expect(screen.queryByText('four')).toBeNull()
    await wait(2_000)
    expect(screen.queryByText('one')).toBeNull()
    await wait(9_000)
    expect(screen.getByText('four')).toBeInTheDocument()
    await wait(4_000)
    expect(screen.queryByText('four')).toBeNull()
  })

  it('stays while it has the focus, also when the pointer leaves it', async () => {
    undoable('moved', () => undefined)
    await wait(100)
    const button = screen.getByRole('button', { name: 'Undo' })
    act(() => button.focus())
    fireEvent.mouseEnter(screen.getByRole('alert'))
    fireEvent.mouseLeave(screen.getByRole('alert'))
    await wait(20_000)
    expect(button).toBeInTheDocument()
    act(() => button.blur())
    await wait(13_000)
    expect(screen.queryByText('moved')).toBeNull()
  })

  it('does not act after it was taken, and acts at once when it is closed', async () => {
    const [done, undo] = [vi.fn(), vi.fn()]
    deferred('deleted', done, undo)
    await wait(100)
    const toast = screen.getByRole('alert')
    fireEvent.mouseEnter(toast)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    fireEvent.mouseLeave(toast)
    await wait(20_000)
    expect([done.mock.calls.length, undo.mock.calls.length]).toEqual([0, 1])

    deferred('deleted', done, undo)
    await wait(100)
    fireEvent.mouseEnter(screen.getByRole('alert'))
    fireEvent.click(screen.getAllByRole('button').at(-1)!)
    await wait(100)
    expect([done.mock.calls.length, undo.mock.calls.length]).toEqual([1, 1])
  })
})
