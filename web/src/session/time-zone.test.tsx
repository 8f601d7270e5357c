import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { session } from './session'
import { useTimeZone } from './time-zone'

function Probe() {
  useTimeZone()
  return null
}

function show(known: string | null) {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', vi.fn(async (request: Request) => {
    sent.push([request.method, request.method === 'PUT' ? await request.json() : null])
    return new Response(JSON.stringify({ timeZone: known }), { status: 200, headers: { 'Content-Type': 'application/json' } })
  }))
  session.begin('t', 3600)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Probe />
    </QueryClientProvider>,
  )
  return sent
}

afterEach(() => {
  session.end('left')
  vi.unstubAllGlobals()
})

describe('the time zone of a person', () => {
  it('is told to the service when it is not known there', async () => {
    const sent = show(null)
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    await waitFor(() => expect(sent).toEqual([['GET', null], ['PUT', { timeZone: here }]]))
  })

  it('stays as it is once it is set', async () => {
    const sent = show('Asia/Tokyo')
    await waitFor(() => expect(sent).toEqual([['GET', null]]))
  })
})
