import { text } from '~/text'
import type {
  AlertRhythm, ApplicationSort, ApplicationStatus, CareerLevel, ConfirmedWithin, EmploymentType, FlowPoint, JobSort, NotificationType,
  PostedWithin, Preferences, ReachedStage, ReadStatus, ReminderChannel, ReminderRepeat, ReminderStage, SuggestionKind, Weekday,
  WorkplaceType,
} from './models'

// The values of the contract's enums, in the order in which they are shown. A list has the keys of its labels: the text
// module fails to compile when a label is missing or names no value of the contract.
export const valuesOf = <E extends string>(labels: Record<E, unknown>) => Object.keys(labels) as E[]

export const alertRhythms = valuesOf<AlertRhythm>(text.alerts.rhythms)
export const applicationStatuses = valuesOf<ApplicationStatus>(text.status)
export const careerLevels = valuesOf<CareerLevel>(text.jobs.careerLevel)
export const confirmedWithins = valuesOf<ConfirmedWithin>(text.jobs.confirmedWithin)
export const employmentTypes = valuesOf<EmploymentType>(text.jobs.employmentType)
export const flowPoints = valuesOf<FlowPoint>(text.stats.points)
export const jobSorts = valuesOf<JobSort>(text.jobs.sort)
export const notificationTypes = valuesOf<NotificationType>(text.inbox.types)
export const postedWithins = valuesOf<PostedWithin>(text.jobs.postedWithin)
/** No rule consults inAppNotificationsEnabled: it is in the contract and not on the page. */
export const preferences = valuesOf<Exclude<keyof Preferences, 'inAppNotificationsEnabled'>>(text.settings.preference)
export const readStatuses = valuesOf<ReadStatus>(text.inbox.filters)
export const reminderChannels = valuesOf<ReminderChannel>(text.reminders.channel)
export const reminderRepeats = valuesOf<ReminderRepeat>(text.reminders.repeats)
export const suggestionKinds = valuesOf<SuggestionKind>(text.jobs.suggestionKinds)
export const weekdays = valuesOf<Weekday>(text.alerts.weekdays)
export const workplaceTypes = valuesOf<WorkplaceType>(text.jobs.workplaceType)

/** Their labels are those of the table's columns. */
export const applicationSorts = valuesOf<ApplicationSort>({
  updated: 0, applied: 0, company: 0, title: 0, status: 0, nextStep: 0, created: 0, board: 0,
})

/** Their labels are those of the points. */
export const reachedStages = valuesOf<ReachedStage>({ APPLIED: 0, SCREENING: 0, INTERVIEW: 0, OFFER: 0, ACCEPTED: 0 })

/** A reminder belongs to one of a few stages, whose labels are those of the statuses. */
export const reminderStages = valuesOf<ReminderStage>({ SCREENING: 0, INTERVIEW: 0, OFFER: 0 })
