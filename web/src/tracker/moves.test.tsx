import { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Toasts } from '~/shell/toast'
import { json, serve, show } from '~/testing'
import { allKey } from './keys'
import { useMove } from './moves'

const details = (status: string) => ({ id: 'a', status, job: { title: 'Pilot', company: 'Keel' }, timeline: [{ position: 2, status }] })

function Mover({ onUndone }: { onUndone: () => void }) {
  const move = useMove(onUndone)
  return (
    <button type="button" onClick={() => move.mutate({ id: 'a', status: 'OFFER' })}>
      Move
    </button>
  )
}

it('says that a move was undone', async () => {
  const requests = serve((r) => json(details(r.url.endsWith('/undo') ? 'INTERVIEW' : 'OFFER')))
  const undone = vi.fn()
  show(
    <>
      <Toasts />
      <Mover onUndone={undone} />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('“Pilot” moved to Offer.')).toBeInTheDocument()
  expect(undone).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  const said = await screen.findByText('Move undone: “Pilot” is back in Interview.')
  expect(said.closest('[role=alert]')).not.toBeNull()
  expect(undone).toHaveBeenCalledOnce()
  expect(requests.map((r) => new URL(r.url).pathname)).toContain('/applications/a/undo')
})

it('reads the board again when a move fails: other cards may have been moved since', async () => {
  serve(() => json({ error: 'Conflict', message: 'Changed meanwhile.' }, 409))
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(allKey, [details('INTERVIEW')])
  show(<Mover onUndone={vi.fn()} />, '/', client)
  fireEvent.click(screen.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(client.getQueryState(allKey)?.isInvalidated).toBe(true))
  expect(client.getQueryData(allKey)).toEqual([details('INTERVIEW')])
})
