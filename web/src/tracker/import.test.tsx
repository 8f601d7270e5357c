import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { session } from '~/session/session'
import { theme } from '~/theme/theme'
import { ImportDialog } from './import'

const file = new File(['title,company\nPilot,Keel\n'], 'a.csv', { type: 'text/csv' })

function show(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', vi.fn(answer))
  session.begin('t', 3600)
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ImportDialog opened onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

afterEach(() => {
  session.end('left')
  vi.unstubAllGlobals()
})

describe('an import', () => {
  it('says that another one is running', async () => {
    const message = 'Another import of yours is still running. Please wait until it is done, then try again.'
    await show(async () => json(409, { error: 'Import Running', message }))
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })

  it('takes no other file while one is checked', async () => {
    let finish = (_: Response) => {}
    await show(() => new Promise((resolve) => (finish = resolve)))
    const chosen = () => screen.getByLabelText('CSV file')
    await waitFor(() => expect(chosen()).toBeDisabled())
    finish(json(200, { imported: 1, skipped: 0, failed: 0, errors: [] }))
    await waitFor(() => expect(chosen()).toBeEnabled())
  })
})
