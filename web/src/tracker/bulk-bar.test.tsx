import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { expect, it } from 'vitest'
import type { Application } from '~/api/models'
import { json, serve, show } from '~/testing'
import { useSelection } from './bulk'
import { BulkBar } from './bulk-bar'

const all = ['a', 'b'].map((id) => ({ id, tags: ['kept'], archivedAt: null })) as unknown as Application[]

function Page({ keeps, shown }: { keeps: boolean; shown?: Application[] }) {
  const selection = useSelection()
  const { set } = selection
  useEffect(() => set(['a', 'b'], true), [set])
  return <BulkBar selection={selection} all={all} shown={shown} keeps={() => keeps} />
}

const click = async (...names: string[]) => {
  for (const name of names) await userEvent.click(await screen.findByText(name))
}

it.each([
  ['a tag', true, ['Tag', 'kept'], true],
  ['a tag that hides the rows', false, ['Tag', 'kept'], false],
  ['a move', true, ['Move to', 'Interview'], true],
  ['a move out of sight', false, ['Move to', 'Interview'], false],
  ['archiving', true, ['Archive'], false],
  ['deleting', true, ['Delete'], false],
])('after %s with rows that stay: %s', async (_, keeps, names, stays) => {
  const requests = serve(() => json({ id: '1', changed: 2 }))
  show(<Page keeps={keeps} />)
  await click(...names)
  await waitFor(() => expect(requests).toHaveLength(1))
  if (stays) {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Move to' })).toBeEnabled())
    expect(screen.getByText('2 selected')).toBeInTheDocument()
  } else await waitFor(() => expect(screen.queryByText('2 selected')).not.toBeInTheDocument())
})

it('leaves what is selected out of sight alone', async () => {
  const requests = serve(() => json({ id: '1', changed: 1 }))
  show(<Page keeps shown={all.slice(1)} />)
  expect(await screen.findByText('1 selected')).toBeInTheDocument()
  await click('Delete')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(await requests[0]!.json()).toEqual({ ids: ['b'], action: 'delete' })
})
