import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Application } from '~/api/models'
import { session } from '~/session/session'
import { json, serve, show } from '~/testing'
import Saved from './saved'

const saved = (id: string, title: string) =>
  ({
    id, status: 'SAVED', jobPostId: null, job: { title, company: 'Keel', companyLogoUrl: null, location: null }, tags: [], archivedAt: null,
    createdAt: '2026-03-02T09:00:00Z',
  }) as unknown as Application

it('goes to the next row when one is removed, and then to the page', async () => {
  session.begin('t', 3600)
  const content = [saved('a', 'Pilot'), saved('b', 'Sailor')]
  serve((r) => (r.method === 'DELETE' ? json(null, 204) : json({ content, page: 0, size: 100, totalElements: 2, totalPages: 1 })))
  show(
    <main id="main" tabIndex={-1}>
      <Saved />
    </main>,
  )
  const remove = async (title: string) => {
    const button = await screen.findByRole('button', { name: `Remove ${title} from saved` })
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(button).not.toBeInTheDocument())
  }
  await remove('Pilot')
  expect(screen.getByRole('button', { name: /^Remove Sailor/ })).toHaveFocus()
  await remove('Sailor')
  expect(screen.getByRole('main')).toHaveFocus()
})
