import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from '~/api/connection'
import { remindersKey } from '~/reminders/queries'
import { session } from '~/session/session'
import { json, serve } from '~/testing'
import { allKey, oneKey } from '~/tracker/keys'
import { dropCopy, readCopy, wantCopy } from './copy'
import { startOffline } from './offline'
import { shownCopy } from './state'

/** tokenOf returns a token as far as the app reads one. */
const tokenOf = (person: string) => `x.${btoa(JSON.stringify({ sub: person }))}.x`

/** memory is a cache storage that lasts as long as the test. */
function memory(): Pick<CacheStorage, 'match' | 'open' | 'delete'> {
  const stores = new Map<string, Map<string, Response>>()
  return {
    match: async (key, options) => stores.get(options?.cacheName ?? '')?.get(String(key))?.clone(),
    open: async (name) => {
      const entries = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, entries)
      return { put: async (key: string, value: Response) => void entries.set(key, value) } as unknown as Cache
    },
    delete: async (name) => stores.delete(name),
  }
}

const board = [{ id: 'a', job: { title: 'Keeper of the Lighthouse' } }]
const client = new QueryClient()
let away = false
let started = false

/** lose and find change whether the server answers. */
async function lose(lost: boolean) {
  away = lost
  await connection.check()
  await settle()
}
const settle = () => vi.advanceTimersByTimeAsync(1100)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('caches', memory())
  serve(() => (away ? Promise.reject(new TypeError('Failed to fetch')) : json({})))
  client.clear()
  session.begin(tokenOf('mira'), 3600)
  if (!started) {
    connection.start()
    await startOffline(client)
    started = true
  }
  client.setQueryData(allKey, board)
  client.setQueryData(remindersKey(false), { items: [{ id: 'r' }] })
  await settle()
})
afterEach(async () => {
  await lose(false)
  wantCopy(true)
  vi.useRealTimers()
})

it('keeps the board, and shows it without a connection and without a token', async () => {
  expect(await readCopy()).toMatchObject({ person: 'mira', applications: board, reminders: [{ id: 'r' }] })
  expect(shownCopy.current()).toBeNull()
  session.end('expired') // as in an app that was closed
  client.clear()
  await lose(true)
  expect(shownCopy.current()?.person).toBe('mira')
  expect(client.getQueryData(allKey)).toEqual(board)
  await lose(false)
  expect(shownCopy.current()).toBeNull()
  expect(client.getQueryData(allKey)).toBeUndefined()
})

it('keeps what was saved last, also when the connection is lost right after that and the board is not loaded', async () => {
  client.setQueryData(oneKey('a'), { id: 'a', notes: 'saved', timeline: [] })
  away = true
  await connection.check()
  await settle()
  expect((await readCopy())?.applications).toEqual([{ ...board[0], notes: 'saved' }])
  await lose(false)
  client.clear()
  client.setQueryData(oneKey('a'), { id: 'a', notes: 'saved again', timeline: [] })
  await settle()
  expect((await readCopy())?.applications).toEqual([{ ...board[0], notes: 'saved again' }])
})

it('removes the copy when its owner signs out', async () => {
  session.end('left')
  await settle()
  expect(await readCopy()).toBeNull()
  await lose(true)
  expect(shownCopy.current()).toBeNull()
})

it('removes the copy when somebody else signs in, and never shows it', async () => {
  session.end('expired')
  await lose(true)
  session.begin(tokenOf('jonas'), 3600)
  await settle()
  expect(await readCopy()).toBeNull()
  expect(shownCopy.current()).toBeNull()
  expect(client.getQueryData(allKey)).toBeUndefined()
})

it('keeps nothing on a device that is not to keep it, and nothing for ever', async () => {
  expect(await readCopy(Date.now() + 31 * 86_400_000)).toBeNull()
  wantCopy(false)
  client.setQueryData(allKey, [...board])
  await settle()
  expect(await readCopy()).toBeNull()
  await dropCopy()
})
