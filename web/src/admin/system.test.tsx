import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Backups } from '~/api/models'
import { keepMailboxToken } from '~/mailbox/token'
import { json, serve, show } from '~/testing'
import { BackupCard, State } from './backups'
import { Services } from './services'
import { Findings, Mail, sentence } from './system'

it('shows what needs attention, and the rest on request', () => {
  show(<Findings findings={[{ name: 'mail', level: 'failure', detail: 'no answer' }, { name: 'clock', level: 'ok', detail: '+1 ms' }]} />)
  expect(screen.getByText('No answer.')).toBeInTheDocument()
  expect(screen.getByText('Email')).toBeInTheDocument()
  expect(screen.queryByText('+1 ms.')).not.toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: 'Show all 2 checks' }))
  expect(screen.getByText('+1 ms.')).toBeInTheDocument()
})

it.each([
  ['no backup yet in /data/backups: set PLATFORM_BACKUP_CRON', 'No backup yet in /data/backups: set PLATFORM_BACKUP_CRON.'],
  ['rolecall_jobs has only the rights of its service', 'rolecall_jobs has only the rights of its service.'],
  ['PostgreSQL 15.18 (Debian)', 'PostgreSQL 15.18 (Debian)'],
  ['http://localhost:8080', 'http://localhost:8080'],
])('says %s as a sentence', (detail, said) => {
  expect(sentence(detail)).toBe(said)
})

it('sets paths and settings apart', () => {
  const detail = 'see http://localhost/a/b and /data/mailbox/token, or run `rolecall migrate` with GATEWAY_TRUSTED_PROXIES=10.0.0.1/32'
  const { container } = show(<Findings findings={[{ name: 'mail', level: 'note', detail }]} />)
  const code = [...container.querySelectorAll('code')].map((c) => c.textContent)
  expect(code).toEqual(['/data/mailbox/token', 'rolecall migrate', 'GATEWAY_TRUSTED_PROXIES=10.0.0.1/32'])
})

it('says so when all is in order', () => {
  show(<Findings findings={[{ name: 'clock', level: 'ok', detail: '+1 ms' }]} />)
  expect(screen.getByText('Everything is in order.')).toBeInTheDocument()
})

it('leads to the boards that fail', () => {
  show(<Findings findings={[{ name: 'clock', level: 'ok', detail: '+1 ms' }]} failing={3} />)
  expect(screen.getByRole('link', { name: '3 boards fail' })).toHaveAttribute('href', '/admin?tab=boards&health=failing')
  expect(screen.queryByText('Everything is in order.')).not.toBeInTheDocument()
})

it('shows the services that answer when one is away', async () => {
  const queue = { name: 'outbox', waiting: 1200, due: 3, late: 2, givenUp: 0, oldestAt: null }
  serve((request) =>
    request.url.includes('/applications/')
      ? json({ error: 'Service Unavailable', message: 'away' }, 503)
      : json({ version: '1.0', schemas: [{ name: 'identity', bytes: 2048 }], queues: [queue] }),
  )
  show(<Services />)
  expect(await screen.findByText('Not responding')).toBeInTheDocument()
  expect(await screen.findAllByText('1,200')).toHaveLength(3)
})

const at = new Date(Date.now() - 3600_000).toISOString()
const backups: Backups = {
  available: true, folder: '/data/backups', schedule: '0 30 3 * * ?', nextAt: null, keep: 7, running: null,
  items: [{ name: 'rolecall-a.backup', takenAt: at, bytes: 2_000_000 }],
  lastFailure: { at, reason: 'the disk is full' },
  lastTest: { at, backup: 'rolecall-a.backup', passed: true, reason: null, tables: 61, rows: 1200, seconds: 3.2 },
}

it('says how the last backup and the last test went', () => {
  show(<State backups={backups} />)
  expect(screen.getByText('the disk is full')).toBeInTheDocument()
  expect(screen.getByText('61 tables and 1,200 rows were restored and compared in 3.2 s.')).toBeInTheDocument()
  show(<State backups={{ ...backups, schedule: null, lastTest: { ...backups.lastTest!, passed: false, reason: 'it differs' } }} />)
  expect(screen.getByText('it differs')).toBeInTheDocument()
  expect(screen.getByText(/No schedule is set/)).toBeInTheDocument()
})

it('checks the installation anew when a backup was taken', async () => {
  serve(() => json({ ...backups, items: [] }))
  const client = new QueryClient()
  const again = vi.spyOn(client, 'invalidateQueries')
  show(<BackupCard />, '/', client)
  await screen.findByRole('button', { name: 'Back up now' })
  expect(again).not.toHaveBeenCalled()
  act(() => void client.setQueryData(['admin', 'backups'], backups))
  await waitFor(() => expect(again).toHaveBeenCalledWith({ queryKey: ['admin', 'system'] }))
})

it('says whether the mail server or the local mailbox has the test email', async () => {
  keepMailboxToken('token') // as in a browser that can open the mailbox
  for (const [mail, words] of [
    ['smtp', 'The mail server accepted the email to mira@example.org.'],
    ['local', 'No mail server is set up: the email to mira@example.org is in the local mailbox.'],
  ]) {
    serve((request) =>
      request.url.endsWith('/platform')
        ? json({ version: '1', mail, publicUrl: 'http://localhost', registration: 'open' })
        : json({ to: 'mira@example.org', error: null }),
    )
    const { unmount } = show(<Mail />)
    fireEvent.click(screen.getByRole('button', { name: 'Send a test email' }))
    expect(await screen.findByText(words!, { exact: false })).toBeInTheDocument()
    expect(screen.queryAllByRole('link', { name: 'Open the mailbox' })).toHaveLength(mail === 'local' ? 1 : 0)
    unmount()
  }
})
