import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { json, serve } from '~/testing'
import { ask, gateway } from './client'
import { connection } from './connection'
import { explain } from './error'

let away = false

beforeEach(() => {
  vi.useFakeTimers()
  connection.start()
  serve(() => (away ? Promise.reject(new TypeError('Failed to fetch')) : json({})))
})
afterEach(async () => {
  away = false
  await connection.check()
  vi.useRealTimers()
})

it('is lost when the server does not answer, and comes back by itself', async () => {
  away = true
  const failure = await ask(gateway.GET('/platform')).catch((e: unknown) => e)
  expect(connection.isLost()).toBe(true)
  expect(onlineManager.isOnline()).toBe(false)
  expect(explain(failure)).toContain('You are offline')
  await vi.advanceTimersByTimeAsync(5000)
  expect(connection.isLost()).toBe(true)
  away = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(connection.isLost()).toBe(false)
  expect(onlineManager.isOnline()).toBe(true)
})

it('is not lost because the browser says so: the server may be on this machine', async () => {
  window.dispatchEvent(new Event('offline'))
  await connection.check()
  expect(connection.isLost()).toBe(false)
  expect(onlineManager.isOnline()).toBe(true)
})

it('is lost when a proxy has no server behind it', async () => {
  serve(() => json({}, 502))
  await ask(gateway.GET('/platform')).catch(() => undefined)
  expect(connection.isLost()).toBe(true)
})
