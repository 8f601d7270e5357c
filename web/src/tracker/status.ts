import { applicationStatuses } from '~/api/enums'
import type { ApplicationStatus } from '~/api/models'
import { text } from '~/text'

export const closedStatuses: ApplicationStatus[] = ['ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED']
export const activeStatuses = applicationStatuses.filter((s) => !closedStatuses.includes(s))

export const statusColor: Record<ApplicationStatus, string> = {
  SAVED: 'gray', APPLIED: 'sky', SCREENING: 'violet', INTERVIEW: 'amber', OFFER: 'pine',
  ACCEPTED: 'pine', REJECTED: 'rose', WITHDRAWN: 'gray', GHOSTED: 'gray',
}

export const statusOptions = applicationStatuses.map((s) => ({ value: s, label: text.status[s] }))
