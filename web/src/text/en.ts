// All texts of the app. A translation is another file of this shape.
import { account } from './en/account'
import { addEmployer } from './en/add-employer'
import { alerts } from './en/alerts'
import { employers } from './en/employers'
import { facts } from './en/facts'
import { company, jobs, pay, saved } from './en/jobs'
import { language } from './en/language'
import { mailbox } from './en/mailbox'
import { passkeys } from './en/passkeys'
import { phone } from './en/phone'
import { recovery } from './en/recovery'
import { feeds, rules } from './en/rules'
import { shell } from './en/shell'
import { onboarding } from './en/start'
import { bulk, inbox, reminders, stats, status, tracker, views } from './en/tracker'

export const en = {
  language,
  ...shell, ...account, onboarding, recovery, passkeys, jobs, rules, feeds, facts, saved, company, employers, addEmployer, pay, tracker,
  status, stats, bulk, views, reminders, inbox, alerts, mailbox, phone,
}
