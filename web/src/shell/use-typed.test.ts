import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useTyped } from './use-typed'

describe('useTyped', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function setUp(value = '') {
    const passed: string[] = []
    const hook = renderHook(({ value }) => useTyped(value, (v) => passed.push(v)), { initialProps: { value } })
    return {
      passed,
      shown: () => hook.result.current[0],
      arrive: (value: string) => hook.rerender({ value }),
      type: (word: string, at?: 'now' | 'show') => act(() => hook.result.current[1](word, at)),
      rest: () => act(() => vi.advanceTimersByTime(200)),
    }
  }

  it('passes a word on once, when the fingers rest', () => {
    const field = setUp()
    for (const part of ['d', 'da', 'dat', 'data']) field.type(part)
    field.rest()
    expect(field.passed).toEqual(['data'])
  })

  it('passes nothing on when a link was followed before the fingers rested', () => {
    const field = setUp()
    field.type('data')
    window.history.pushState(null, '', '/elsewhere')
    field.rest()
    expect(field.passed).toEqual([])
    window.history.back()
  })

  it('keeps letters that were typed while earlier ones were on their way', () => {
    const field = setUp()
    field.type('da')
    field.rest()
    field.type('dat')
    field.rest()
    field.type('data')
    field.arrive('da')
    expect(field.shown()).toBe('data')
    field.arrive('dat')
    expect(field.shown()).toBe('data')
    field.rest()
    expect(field.passed).toEqual(['da', 'dat', 'data'])
  })

  it('keeps letters typed after a field was emptied, even when the emptiness comes back late', () => {
    const field = setUp('designer')
    field.type('', 'now')
    field.type('d')
    field.rest()
    field.arrive('')
    expect(field.shown()).toBe('d')
  })

  it('follows an outside change, and forgets what was about to be passed on', () => {
    const field = setUp('nurse')
    field.type('nurses')
    field.arrive('pilot')
    expect(field.shown()).toBe('pilot')
    field.rest()
    expect(field.passed).toEqual([])
  })

  it('follows "back" to a word that it had passed on before', () => {
    const field = setUp()
    field.type('nurse', 'now')
    field.arrive('nurse')
    field.type('pilot', 'now')
    field.arrive('pilot')
    field.arrive('nurse')
    expect(field.shown()).toBe('nurse')
  })

  it('does not take the letters away where the outside leaves out the spaces', () => {
    const field = setUp()
    field.type('data ', 'now')
    field.arrive('data')
    expect(field.shown()).toBe('data ')
  })

  it('only shows what is passed on by the caller, and forgets what was about to be', () => {
    const field = setUp()
    field.type('berl')
    field.type('', 'show')
    field.rest()
    expect(field.shown()).toBe('')
    expect(field.passed).toEqual([])
    field.type('go', 'now')
    expect(field.passed).toEqual(['go'])
  })
})
