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
  const { result } = renderHook(() => useSavedText('a', 'old', true, send))
  act(() => result.current.change('new'))
  expect(readDraft('a')).toEqual({ base: 'old', sent: [], text: 'new' })
  await wait(1000)
  expect(send.mock.calls).toEqual([['new']])
  expect(result.current.state).toBe('saved')
  expect(readDraft('a')).toBeNull()
})

it('tries again until the server has the latest text', async () => {
  const send = vi.fn().mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away')).mockResolvedValue(null)
  const { result } = renderHook(() => useSavedText('a', '', true, send))
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
  const first = renderHook(() => useSavedText('a', 'old', true, away))
  act(() => first.result.current.change('typed in an outage'))
  first.unmount()
  const send = vi.fn().mockResolvedValue(null)
  const { result } = renderHook(() => useSavedText('a', 'old', true, send))
  expect(result.current.value).toBe('typed in an outage')
  await wait(0)
  expect(send.mock.calls).toEqual([['typed in an outage']])
})

it('goes on sending a text after its page was left, until another visit has taken it over', async () => {
  const away = vi.fn().mockRejectedValue(new Error('away'))
  const first = renderHook(() => useSavedText('a', 'old', true, away))
  act(() => first.result.current.change('early'))
  first.unmount()
  await wait(2_000)
  expect(away.mock.calls).toEqual([['early'], ['early']])
  const send = vi.fn().mockResolvedValue(null)
  const { result } = renderHook(() => useSavedText('a', 'old', true, send))
  await wait(0)
  act(() => result.current.change('early and late'))
  await wait(120_000)
  expect(send.mock.calls).toEqual([['early'], ['early and late']])
  expect(away).toHaveBeenCalledTimes(2)
})

it('brings back what was typed during a save that reached the server unheard', async () => {
  const first = renderHook(() => useSavedText('a', 'old', true, () => new Promise(() => undefined)))
  act(() => first.result.current.change('saved'))
  await wait(1000)
  act(() => first.result.current.change('saved, and more'))
  first.unmount()
  const { result } = renderHook(() => useSavedText('a', 'saved', true, vi.fn().mockResolvedValue(null)))
  expect([result.current.value, result.current.old]).toEqual(['saved, and more', null])
})

it('does not write a draft over a text that was changed elsewhere', async () => {
  localStorage.setItem('rolecall.draft.a', JSON.stringify({ base: 'old', text: 'mine' }))
  const send = vi.fn().mockResolvedValue(null)
  const { result } = renderHook(() => useSavedText('a', 'theirs', true, send))
  await wait(1000)
  expect(result.current.value).toBe('theirs')
  expect(result.current.old).toBe('mine')
  expect(send).not.toHaveBeenCalled()
  act(() => result.current.useOld())
  await wait(1000)
  expect(send.mock.calls).toEqual([['mine']])
})

/** reload opens the text with a copy from before, and returns how the server's answer comes. */
function reload(copy: string, send: (text: string) => Promise<unknown>) {
  const { result, rerender } = renderHook(({ stored, fresh }) => useSavedText('a', stored, fresh, send), {
    initialProps: { stored: copy, fresh: false },
  })
  return { result, answer: (stored: string) => rerender({ stored, fresh: true }) }
}

it('takes a draft for the text while there is only an older copy, and saves it when the server has what it was written over', async () => {
  const once = vi.fn().mockResolvedValueOnce(null).mockRejectedValue(new Error('away'))
  const first = renderHook(() => useSavedText('a', 'old', true, once))
  act(() => first.result.current.change('saved '))
  await wait(1000)
  act(() => first.result.current.change('saved and more'))
  await wait(1000)
  first.unmount()

  const send = vi.fn().mockResolvedValue(null)
  const { result, answer } = reload('old', send)
  expect([result.current.value, result.current.old]).toEqual(['saved and more', null])
  act(() => result.current.change('saved and more still'))
  await wait(1000)
  expect([result.current.state, send.mock.calls.length]).toEqual(['retrying', 0])
  answer('saved')
  await wait(0)
  expect([result.current.value, result.current.old, result.current.state]).toEqual(['saved and more still', null, 'saved'])
  expect(send.mock.calls).toEqual([['saved and more still']])
  expect(readDraft('a')).toBeNull()
})

it('knows every text that was sent unheard', async () => {
  const first = renderHook(() => useSavedText('a', 'old', true, vi.fn().mockRejectedValue(new Error('away'))))
  for (const text of ['one', 'two', 'three']) {
    act(() => first.result.current.change(text))
    await wait(1000)
  }
  act(() => first.result.current.change('four'))
  first.unmount()
  const { result } = renderHook(() => useSavedText('a', 'one', true, vi.fn().mockResolvedValue(null)))
  expect([result.current.value, result.current.old]).toEqual(['four', null])
})

it('finds a text that was changed elsewhere when the server answers', async () => {
  localStorage.setItem('rolecall.draft.a', JSON.stringify({ base: 'old', text: 'mine' }))
  const send = vi.fn().mockResolvedValue(null)
  const { result, answer } = reload('old', send)
  expect(result.current.value).toBe('mine')
  answer('theirs')
  await wait(1000)
  expect([result.current.value, result.current.old, send.mock.calls.length]).toEqual(['theirs', 'mine', 0])
  expect(readDraft('a')?.text).toBe('mine')
})

it('shows the answer of the server in place of an older copy that nobody touched', () => {
  const { result, answer } = reload('old', vi.fn())
  answer('new')
  expect([result.current.value, result.current.old]).toEqual(['new', null])
})

it('takes a text that was changed elsewhere, unless it is older than what was saved from here', async () => {
  const send = vi.fn().mockResolvedValue(null)
  const { result, rerender } = renderHook(({ stored }) => useSavedText('a', stored, true, send), { initialProps: { stored: 'old' } })
  rerender({ stored: 'theirs' })
  expect(result.current.value).toBe('theirs')
  act(() => result.current.change('theirs and mine'))
  await wait(1000)
  expect(send.mock.calls).toEqual([['theirs and mine']])
  rerender({ stored: 'theirs and mine' })
  rerender({ stored: 'theirs' }) // it was read before the save
  expect(result.current.value).toBe('theirs and mine')
})

it('keeps what is being written when the text is changed elsewhere', () => {
  const { result, rerender } = renderHook(({ stored }) => useSavedText('a', stored, true, vi.fn()), { initialProps: { stored: 'old' } })
  act(() => result.current.change('mine'))
  rerender({ stored: 'theirs' })
  expect(result.current.value).toBe('mine')
})

it('warns before a page with unsaved text is left', () => {
  const { result } = renderHook(() => useSavedText('a', '', true, () => new Promise(() => undefined)))
  const leave = () => {
    const e = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(e)
    return e.defaultPrevented
  }
  expect(leave()).toBe(false)
  act(() => result.current.change('text'))
  expect(leave()).toBe(true)
})
