import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { session } from '~/session/session'
import { json, serve, show } from '~/testing'
import { useTracked } from './queries'
import { useTakeOver } from './take-over'

const saved = (ids: string[]) => ({
  content: ids.map((id) => ({ id, jobPostId: `job ${id}`, status: 'SAVED' })), page: 0, size: 100, totalElements: ids.length, totalPages: 1,
})

function Board() {
  useTakeOver()
  return <p>{useTracked().size} tracked</p>
}

afterEach(() => vi.useRealTimers())

it('shows what was taken over, also when job search was away at first', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  session.begin('t', 3600)
  let asked = 0
  serve((request) => {
    if (request.method !== 'POST') return json(saved(asked > 1 ? ['a'] : []))
    asked++
    return asked === 1 ? json({ title: 'Service Unavailable', status: 503 }, 503) : json({ added: 1, more: false })
  })
  show(<Board />)
  await screen.findByText('0 tracked')
  await vi.advanceTimersByTimeAsync(2_000)
  await screen.findByText('1 tracked')
})

it('shows what a request of a frame that was replaced has taken over', async () => {
  session.begin('t', 3600)
  let finish = () => {}
  let taken = false
  const requests = serve((request) => {
    if (request.method !== 'POST') return json(saved(taken ? ['a'] : []))
    if (requests.filter((r) => r.method === 'POST').length > 1) return json({ added: 0, more: false })
    return new Promise<Response>((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      finish = () => {
        taken = true
        resolve(json({ added: 1, more: false }))
      }
    })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const first = show(<Board />, '/', client)
  await screen.findByText('0 tracked')
  first.unmount()
  show(<Board />, '/', client)
  await vi.waitFor(() => expect(requests.filter((r) => r.method === 'POST')).toHaveLength(2), 20_000)
  finish()
  await screen.findByText('1 tracked')
})
