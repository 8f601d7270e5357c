// Short names for the shapes of the contracts.
import type { components as A } from './applications'
import type { components as G } from './gateway'
import type { components as I } from './identity'
import type { components as J } from './jobs'
import type { components as N } from './notifications'

export type Account = I['schemas']['AccountResponse']
export type Passkey = I['schemas']['Passkey']
export type PasskeyAssertion = I['schemas']['PasskeyAssertion']
export type PasskeyAttestation = I['schemas']['PasskeyAttestation']
export type PasskeyCreation = I['schemas']['PasskeyCreation']
export type PasskeyChallenge = I['schemas']['PasskeyChallenge']
export type Session = I['schemas']['Session']
export type Activity = I['schemas']['Activity']
export type SecurityEvent = I['schemas']['SecurityEvent']
export type VerificationAction = I['schemas']['VerificationAction']

export type Company = J['schemas']['CompanyInfo']
export type JobSummary = J['schemas']['JobPostSummary']
export type Job = J['schemas']['JobPostResponse']
export type JobPage = J['schemas']['JobPage']
export type Facets = J['schemas']['FacetsResponse']
export type FacetValue = J['schemas']['FacetValue']
export type StoredFilters = J['schemas']['JobFilters']
// A filter that is not set is absent; the server takes null for the same, and never sends it.
export type JobFilters = { [K in keyof StoredFilters]: NonNullable<StoredFilters[K]> }
export type JobMatch = J['schemas']['JobMatch']
export type PayAbout = J['schemas']['PayAbout']
export type Mark = J['schemas']['Mark']
export type Understood = J['schemas']['Understood']
export type UnderstoodFilter = J['schemas']['UnderstoodFilter']
export type Suggestion = J['schemas']['Suggestion']
export type SuggestionKind = J['schemas']['SuggestionKind']
export type IndexStatus = J['schemas']['IndexStatus']
export type SavedFilter = J['schemas']['SavedFilter']
export type SavedJob = J['schemas']['SavedJob']
export type TriggerKind = J['schemas']['TriggerKind']
export type TriggerRun = J['schemas']['TriggerRunInfo']
export type TriggerRecord = J['schemas']['TriggerRecord']
export type TriggerStatus = J['schemas']['TriggerStatusResponse']
export type PullTarget = J['schemas']['PullTarget']
export type PullTargetStatus = J['schemas']['PullTargetStatus']

export type Application = A['schemas']['Application']
export type ApplicationDetails = A['schemas']['ApplicationDetails']
export type ApplicationStatus = A['schemas']['ApplicationStatus']
export type ApplicationStats = A['schemas']['ApplicationStats']
export type ImportResult = A['schemas']['ImportResult']

export type Notification = N['schemas']['Notification']
export type NotificationType = N['schemas']['NotificationType']
export type Preferences = N['schemas']['NotificationPreferences']
export type Reminder = N['schemas']['CustomReminder']
export type ReminderChannel = N['schemas']['ReminderChannel']
export type ReminderStage = N['schemas']['ReminderStage']

export type Platform = G['schemas']['Platform']
export type MailSummary = G['schemas']['MailboxSummary']
export type Mail = G['schemas']['MailboxMessage']
