// All texts of the app. A translation is another file of this shape.
import { account } from './en/account'
import { addEmployer } from './en/add-employer'
import { admin, mailbox } from './en/admin'
import { adminSystem } from './en/admin-system'
import { adminUsers } from './en/admin-users'
import { alerts } from './en/alerts'
import { channels } from './en/channels'
import { employers } from './en/employers'
import { activity, events } from './en/events'
import { facts } from './en/facts'
import { company, jobs, pay, saved } from './en/jobs'
import { language } from './en/language'
import { passkeys } from './en/passkeys'
import { personalData } from './en/personal-data'
import { phone } from './en/phone'
import { recovery } from './en/recovery'
import { feeds, rules } from './en/rules'
import { shell } from './en/shell'
import { onboarding } from './en/start'
import { bulk, inbox, reminders, stats, status, tracker, views } from './en/tracker'

export const en = {
  language,
  ...shell, ...account, onboarding, personalData, recovery, passkeys, channels, activity, jobs, rules, feeds, facts, saved, company,
  employers, addEmployer, pay, tracker, status, stats, bulk, views, reminders, inbox, alerts, admin, adminUsers, adminSystem, events,
  mailbox, phone,
}
