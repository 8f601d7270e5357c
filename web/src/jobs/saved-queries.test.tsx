import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { json, serve, show } from '~/testing'
import { usePostings } from './saved-queries'

function Count({ ids }: { ids: string[] }) {
  return <p>{usePostings(ids).data?.size ?? 'none'} found</p>
}

describe('postings by id', () => {
  it('are asked for in hundreds, one request after the other', async () => {
    let open = 0
    let most = 0
    const requests = serve(async (request) => {
      most = Math.max(most, ++open)
      await new Promise((done) => setTimeout(done))
      open--
      const ids = new URL(request.url).searchParams.getAll('id')
      return json({ items: ids.map((id) => ({ id, company: { slug: null } })) })
    })
    show(<Count ids={Array.from({ length: 250 }, (_, i) => `job-${i}`)} />)
    expect(await screen.findByText('250 found')).toBeInTheDocument()
    expect(requests.map((r) => new URL(r.url).searchParams.getAll('id').length)).toEqual([100, 100, 50])
    expect(most).toBe(1)
  })
})
