import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readDraft } from '~/session/draft'
import { useSavedText } from './use-saved-text'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('saves after a pause and then has no draft', async () => {
  const send = vi.fn().mockResolvedValue(null)
  const { result } = renderHook(() => useSavedText('a', 'old', send))
  act(() => result.current.change('new'))
  expect(readDraft('a')).toEqual({ base: 'old', text: 'new' })
  await wait(1000)
  expect(send.mock.calls).toEqual([['new']])
  expect(result.current.state).toBe('saved')
  expect(readDraft('a')).toBeNull()
})

it('tries again until the server has the latest text', async () => {
  const send = vi.fn().mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away')).mockResolvedValue(null)
  const { result } = renderHook(() => useSavedText('a', '', send))
  act(() => result.current.change('first'))
  await wait(1000)
  expect(result.current.state).toBe('retrying')
  act(() => result.current.change('second'))
  await wait(1000)
  await wait(10_000)
  expect(send.mock.calls).toEqual([['first'], ['second'], ['second']])
  expect(result.current.state).toBe('saved')
})

it('brings a draft back after a reload and saves it', async () => {
  const away = vi.fn().mockRejectedValue(new Error('away'))
  const first = renderHook(() => useSavedText('a', 'old', away))
  act(() => first.result.current.change('typed in an outage'))
  first.unmount()
  const send = vi.fn().mockResolvedValue(null)
  const { result } = renderHook(() => useSavedText('a', 'old', send))
  expect(result.current.value).toBe('typed in an outage')
  await wait(0)
  expect(send.mock.calls).toEqual([['typed in an outage']])
})

it('brings back what was typed during a save that reached the server unheard', async () => {
  const first = renderHook(() => useSavedText('a', 'old', () => new Promise(() => undefined)))
  act(() => first.result.current.change('saved'))
  await wait(1000)
  act(() => first.result.current.change('saved, and more'))
  first.unmount()
  const { result } = renderHook(() => useSavedText('a', 'saved', vi.fn().mockResolvedValue(null)))
  expect([result.current.value, result.current.old]).toEqual(['saved, and more', null])
})

it('does not write a draft over a text that was changed elsewhere', async () => {
  localStorage.setItem('rolecall.draft.a', JSON.stringify({ base: 'old', text: 'mine' }))
  const send = vi.fn().mockResolvedValue(null)
  const { result } = renderHook(() => useSavedText('a', 'theirs', send))
  await wait(1000)
  expect(result.current.value).toBe('theirs')
  expect(result.current.old).toBe('mine')
  expect(send).not.toHaveBeenCalled()
  act(() => result.current.useOld())
  await wait(1000)
  expect(send.mock.calls).toEqual([['mine']])
})

it('warns before a page with unsaved text is left', () => {
  const { result } = renderHook(() => useSavedText('a', '', () => new Promise(() => undefined)))
  const leave = () => {
    const e = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(e)
    return e.defaultPrevented
  }
  expect(leave()).toBe(false)
  act(() => result.current.change('text'))
  expect(leave()).toBe(true)
})
