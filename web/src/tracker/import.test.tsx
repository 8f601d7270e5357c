import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { shownZone } from '~/format/zone'
import { loadServerTexts } from '~/text/server'
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

  it('says in plain words what is wrong with a line', async () => {
    await loadServerTexts()
    const error = { message: 'as the API says it', value: null, limit: null }
    await upload(() =>
      json({
        imported: 0, skipped: 0, failed: 3,
        errors: [
          { ...error, line: 2, problem: 'NOT_A_DATE', column: 'appliedAt', value: '31/31/2026' },
          { ...error, line: 3, problem: 'MISSING', column: 'title' },
          { ...error, line: 4, problem: 'TOO_LONG', column: 'nextStepLabel', limit: 2000 },
        ],
      }),
    )
    expect(await screen.findByText('“31/31/2026” is not a date')).toBeInTheDocument()
    expect(screen.getByText('The title is missing')).toBeInTheDocument()
    expect(screen.getByText('The next step is longer than 2,000 characters')).toBeInTheDocument()
  })

  it('says what is wrong with the file without the name of a field', async () => {
    const message = 'No known columns were found. Expected for example: title, company, status.'
    await upload(() => json({ error: 'Validation Error', message: 'file: ' + message, fields: [{ name: 'file', message }] }, 400))
    expect((await screen.findByRole('alert')).textContent).toBe(message)
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
