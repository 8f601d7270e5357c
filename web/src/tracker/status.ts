import type { ApplicationStatus } from '~/api/models'

export const activeStatuses = ['SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER'] as const satisfies ApplicationStatus[]
export const closedStatuses = ['ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED'] as const satisfies ApplicationStatus[]
export const statuses: ApplicationStatus[] = [...activeStatuses, ...closedStatuses]

export const statusColor: Record<ApplicationStatus, string> = {
  SAVED: 'gray', APPLIED: 'sky', SCREENING: 'violet', INTERVIEW: 'amber', OFFER: 'pine',
  ACCEPTED: 'pine', REJECTED: 'rose', WITHDRAWN: 'gray', GHOSTED: 'gray',
}

export const isClosed = (status: ApplicationStatus) => (closedStatuses as readonly ApplicationStatus[]).includes(status)
