import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { session } from '~/session/session'
import { json, serve, show } from '~/testing'
import Palette from './palette'

const answers: Record<string, unknown> = {
  '/applications': {
    content: [{ id: 'a', jobPostId: null, status: 'OFFER', tags: ['sea'], job: { title: 'Harbour Pilot', company: 'Keel' } }],
    page: 0, size: 100, totalElements: 1, totalPages: 1,
  },
  '/jobs/suggest': { items: [{ kind: 'company', value: 'Pilot Foods', count: 3 }] },
}

it('finds an application by every word, company and tag', async () => {
  session.begin('t', 3600)
  serve((request) => json(answers[new URL(request.url).pathname] ?? { items: [] }))
  const close = vi.fn()
  show(<Palette onClose={close} />)
  const field = screen.getByRole('combobox')
  await userEvent.type(field, 'pilot keel sea')
  expect(await screen.findByRole('option', { name: /Harbour Pilot/ })).toHaveAttribute('aria-selected', 'true')
  expect(screen.queryByRole('option', { name: /Settings/ })).not.toBeInTheDocument()

  await userEvent.clear(field)
  await userEvent.type(field, 'pilot')
  expect(await screen.findByRole('option', { name: /Pilot Foods/ })).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Search jobs for “pilot”')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(close).toHaveBeenCalledOnce()
})

it('offers the pages without an account', async () => {
  session.end('left')
  serve(() => json({ items: [] }))
  show(<Palette onClose={vi.fn()} />)
  expect(screen.getByRole('option', { name: 'Find jobs' })).toBeInTheDocument()
  expect(screen.queryByRole('option', { name: 'Board' })).not.toBeInTheDocument()
})
