// Deutsch. Wir duzen. „Anführung“, Gedankenstrich –, Auslassung mit Leerzeichen davor (…).
//
// posting, job: Stelle (ihr Text: Anzeige)    application: Bewerbung       board: Board
// job board: Karriereseite                    employer: Arbeitgeber        company: Unternehmen
// save (a job): merken                        save (else): speichern       tag: Schlagwort
// ghosted: Keine Antwort                      offer: Angebot               stage, level: Stufe
// alert: Suchagent (was er schickt: Meldung)  notification: Mitteilung     reminder: Erinnerung
// two-factor authentication: Zwei-Faktor-Anmeldung   backup code: Ersatzcode   crawl: Abruf   run: Lauf
// user: Nutzer                                backup: Sicherung            disable, enable (an account): sperren, freigeben
import type { en } from './en'
import { account } from './de/account'
import { addEmployer } from './de/add-employer'
import { alerts } from './de/alerts'
import { employers } from './de/employers'
import { facts } from './de/facts'
import { company, jobs, pay, saved } from './de/jobs'
import { language } from './de/language'
import { mailbox } from './de/mailbox'
import { passkeys } from './de/passkeys'
import { phone } from './de/phone'
import { recovery } from './de/recovery'
import { feeds, rules } from './de/rules'
import { shell } from './de/shell'
import { onboarding } from './de/start'
import { bulk, inbox, reminders, stats, status, tracker, views } from './de/tracker'

export const de: typeof en = {
  language,
  ...shell, ...account, onboarding, recovery, passkeys, jobs, rules, feeds, facts, saved, company, employers, addEmployer, pay, tracker,
  status, stats, bulk, views, reminders, inbox, alerts, mailbox, phone,
}
