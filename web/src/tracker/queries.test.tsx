import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { session } from '~/session/session'
import { json, serve, show } from '~/testing'
import { useTracked } from './queries'

it('returns the same map of tracked postings until the applications change', async () => {
  session.begin('t', 3600)
  serve(() => json({ content: [{ id: 'a', jobPostId: 'j', status: 'SAVED' }], page: 0, size: 100, totalElements: 1, totalPages: 1 }))
  const seen: Map<string, string>[] = []
  function Probe() {
    seen.push(useTracked())
    const [n, setN] = useState(0)
    return <button type="button" onClick={() => setN(n + 1)}>{seen.at(-1)!.has('j') ? `drawn ${n}` : 'loading'}</button>
  }
  show(<Probe />)
  ;(await screen.findByText('drawn 0')).click()
  await screen.findByText('drawn 1')
  expect(seen.at(-1)).toBe(seen.at(-2))
})
