import { focusManager } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { json, serve, show } from '~/testing'
import { Companies } from './companies'

afterEach(() => focusManager.setFocused(undefined))

it('keeps what was typed about a company when the window comes back to the front', async () => {
  const company = {
    id: 'c', slug: 'keel', name: 'Keel', logoUrl: null, website: null, industry: null, size: null, headquarters: null, description: null,
  }
  const none = { content: [], page: 0, size: 25, totalElements: 0, totalPages: 0 }
  serve((r) => json(new URL(r.url).pathname === '/jobs/companies/keel' ? { company, jobs: none } : none))
  show(<Companies />, '/admin?tab=companies&edit=keel')
  fireEvent.change(await screen.findByLabelText('Industry'), { target: { value: 'Shipbuilding' } })
  await act(async () => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
  expect(screen.getByLabelText('Industry')).toHaveValue('Shipbuilding')
})
