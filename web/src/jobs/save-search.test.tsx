import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { session } from '~/session/session'
import { json, serve, show } from '~/testing'
import { SaveSearch } from './save-search'
import { SavedSearches } from './saved-searches-button'
import { emptySearch, filtersOf } from './search-state'

const search = { ...emptySearch, skill: ['Go'] }

beforeEach(() => {
  session.begin('t', 3600)
  const saved: object[] = []
  serve((request) => {
    const one = { id: 's', name: 'Go', filters: filtersOf(search), alert: null }
    if (request.method === 'POST') saved.push(one)
    return json(request.method === 'POST' ? one : { items: saved })
  })
})

async function saveInDialog() {
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
}

it('leaves the focus on the button', async () => {
  show(<SaveSearch search={search} understood={undefined} />)
  screen.getByRole('button', { name: 'Save this search' }).focus()
  await userEvent.keyboard('{Enter}')
  await saveInDialog()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Saved' })).toHaveFocus())
})

it('leaves the focus on the button of the menu, also when the menu is closed', async () => {
  show(<SavedSearches search={search} onChoose={() => undefined} />)
  screen.getByRole('button', { name: 'Saved searches' }).focus()
  await userEvent.keyboard('{Enter}')
  const item = () => screen.findByRole('menuitem', { name: 'Save this search' })
  await item()
  await userEvent.keyboard('{Escape}')
  const menu = screen.getByRole('button', { name: 'Saved searches' })
  await waitFor(() => expect(menu).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await item())
  await saveInDialog()
  expect(menu).toHaveFocus()
})

it('proposes a daily alert for a search without results', async () => {
  show(<SaveSearch search={search} understood={undefined} alerting />)
  await userEvent.click(screen.getByRole('button', { name: 'Tell me when there is one' }))
  expect(await screen.findByLabelText('Alert me to new jobs')).toHaveDisplayValue('Every day')
  await saveInDialog()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Saved' })).toHaveFocus())
})
