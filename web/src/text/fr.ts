// Français. Vouvoiement. « guillemets » et « : ; ? ! » précédés d’une espace insécable, apostrophe ’.
//
// posting, job: offre (d’emploi)      application: candidature       board: tableau
// job board: page carrières           employer: employeur            company: entreprise
// save: enregistrer                   saved job: offre enregistrée   tag: étiquette
// ghosted: sans réponse               offer (status): proposition    stage: étape, level: niveau
// alert: alerte                       notification: notification     reminder: rappel
// two-factor authentication: double authentification   backup code: code de secours   passkey: clé d’accès   run: passage
import type { en } from './en'
import { account } from './fr/account'
import { addEmployer } from './fr/add-employer'
import { alerts } from './fr/alerts'
import { employers } from './fr/employers'
import { facts } from './fr/facts'
import { company, jobs, pay, saved } from './fr/jobs'
import { language } from './fr/language'
import { mailbox } from './fr/mailbox'
import { passkeys } from './fr/passkeys'
import { phone } from './fr/phone'
import { recovery } from './fr/recovery'
import { feeds, rules } from './fr/rules'
import { shell } from './fr/shell'
import { onboarding } from './fr/start'
import { bulk, inbox, reminders, stats, status, tracker, views } from './fr/tracker'

export const fr: typeof en = {
  language,
  ...shell, ...account, onboarding, recovery, passkeys, jobs, rules, feeds, facts, saved, company, employers, addEmployer, pay, tracker,
  status, stats, bulk, views, reminders, inbox, alerts, mailbox, phone,
}
