import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ApplicationDetails } from '~/api/models'
import { shownZone } from '~/format/zone'
import { show } from '~/testing'
import { History } from './timeline'

beforeEach(() => {
  process.env.TZ = 'Europe/Madrid'
  shownZone.set('Europe/Madrid')
})
afterEach(() => shownZone.set(null))

const applied = '2026-05-02T00:00:00Z'
const ended = '2026-05-09T00:00:00Z'
const details = (corrected: boolean, endedAt = ended): ApplicationDetails => ({
  id: '11111111-1111-4111-8111-111111111111', jobPostId: null, status: 'REJECTED', appliedAt: applied, endedAt,
  createdAt: ended, updatedAt: ended, lastActivityAt: ended,
  job: { title: 'Pilot', company: 'Keel', companyLogoUrl: null, location: null, url: null },
  notes: null, nextStep: null, contact: null, portalUrl: null, tags: [], archivedAt: null, jobDescription: null, ghosting: true,
  timeline: [
    { position: 1, corrected, status: 'APPLIED', occurredAt: applied },
    { position: 2, corrected: false, status: 'SCREENING', occurredAt: '2026-05-05T08:30:00Z' },
    { position: 3, corrected: false, status: 'REJECTED', occurredAt: endedAt },
  ],
})

it('shows no time of the day for dates that were given as days', () => {
  show(<History application={details(false)} />)
  expect(screen.getByText('May 2, 2026')).toBeVisible()
  expect(screen.getByText('May 5, 2026, 10:30 AM')).toBeVisible()
  expect(screen.getByText('May 9, 2026')).toBeVisible()
})

it('shows the time of a move on the board', () => {
  show(<History application={details(false, '2026-05-09T09:20:31.250Z')} />)
  expect(screen.getByText('May 9, 2026, 11:20 AM')).toBeVisible()
})

it('shows the time that the user entered as a correction', () => {
  show(<History application={details(true)} />)
  expect(screen.getByText('May 2, 2026, 2:00 AM · Corrected')).toBeVisible()
})

it('says that nobody dated a status', () => {
  const rejected = { position: 1, corrected: false, status: 'REJECTED' as const }
  const onlyApplied = { ...details(false, applied), timeline: [{ ...rejected, occurredAt: applied }] }
  const { unmount } = show(<History application={onlyApplied} />)
  expect(screen.getByText('Date not known')).toBeVisible()
  unmount()
  const undated = { ...details(false), appliedAt: null, createdAt: ended, timeline: [{ ...rejected, occurredAt: ended }] }
  show(<History application={undated} />)
  expect(screen.getByText('Date not known')).toBeVisible()
})
