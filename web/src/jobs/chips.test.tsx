import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '~/testing'
import { Chips } from './chips'
import { emptySearch } from './search-state'

function Page() {
  const [search, setSearch] = useState({ ...emptySearch, skill: ['Go', 'SQL'], includeClosed: true })
  return (
    <main>
      <input type="search" aria-label="Search" />
      <Chips search={search} onChange={(patch) => setSearch({ ...search, ...patch })} />
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

it('keep the focus among the filters, and then in the search field', async () => {
  show(<Page />)
  button('Remove filter SQL').focus()
  await userEvent.keyboard('{Enter}')
  expect(button('Remove filter Include closed postings')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(button('Remove filter Go')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('group')).not.toBeInTheDocument()
  expect(screen.getByLabelText('Search')).toHaveFocus()
})

it('lead to the search field when all are cleared', async () => {
  show(<Page />)
  button('Clear filters').focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByLabelText('Search')).toHaveFocus()
})

it('lead to the page where there is neither a search field nor a list', async () => {
  show(
    <main id="main" tabIndex={-1}>
      <Chips search={{ ...emptySearch, skill: ['Go'] }} onChange={vi.fn()} />
    </main>,
  )
  for (const name of ['Remove filter Go', 'Clear filters']) {
    button(name).focus()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('main')).toHaveFocus()
  }
})

it('show the search words where no search field does', async () => {
  const change = vi.fn()
  const search = { ...emptySearch, keyword: ' night baker ', skill: ['Rye'] }
  show(<Chips search={search} onChange={change} />)
  expect(screen.queryByText('night baker')).not.toBeInTheDocument()
  cleanup()
  show(<Chips search={search} onChange={change} withKeyword />)
  await userEvent.click(button('Remove filter night baker'))
  expect(change).toHaveBeenLastCalledWith({ ...search, keyword: '' })
  await userEvent.click(button('Clear filters'))
  expect(change).toHaveBeenLastCalledWith(emptySearch)
})
