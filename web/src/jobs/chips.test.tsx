import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
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
