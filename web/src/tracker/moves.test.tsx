import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Toasts } from '~/shell/toast'
import { json, serve, show } from '~/testing'
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
