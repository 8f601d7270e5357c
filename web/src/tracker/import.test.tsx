import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { shownZone } from '~/format/zone'
import { json, serve, show } from '~/testing'
import { ImportDialog } from './import'

const file = new File(['title,company\nPilot,Keel\n'], 'a.csv', { type: 'text/csv' })

async function upload(answer: () => Response | Promise<Response>) {
  const requests = serve(answer)
  show(<ImportDialog opened onClose={() => {}} />)
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  return requests
}

afterEach(() => shownZone.set(null))

describe('an import', () => {
  it('says that another one is running', async () => {
    const message = 'Another import of yours is still running. Please wait until it is done, then try again.'
    await upload(() => json({ error: 'Import Running', message }, 409))
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })

  it('reads days in the time zone in which they are shown', async () => {
    shownZone.set('America/Los_Angeles')
    const [check] = await upload(() => json({ imported: 1, skipped: 0, failed: 0, errors: [] }))
    expect(new URL(check!.url).searchParams.get('zone')).toBe('America/Los_Angeles')
  })

  it('takes no other file while one is checked', async () => {
    let finish = (_: Response) => {}
    await upload(() => new Promise((resolve) => (finish = resolve)))
    const chosen = () => screen.getByLabelText('CSV file')
    await waitFor(() => expect(chosen()).toBeDisabled())
    finish(json({ imported: 1, skipped: 0, failed: 0, errors: [] }))
    await waitFor(() => expect(chosen()).toBeEnabled())
  })
})
