// Español. Tuteo. «Comillas», signos de apertura ¿ ¡.
//
// posting, job: oferta                application: candidatura       board: tablero
// job board: página de empleo         employer, company: empresa     tag: etiqueta
// save: guardar                       apply: presentarse             status APPLIED: enviada
// ghosted: sin respuesta              offer (status): propuesta      stage: etapa, level: nivel
// alert: alerta                       notification: notificación     reminder: recordatorio
// two-factor authentication: verificación en dos pasos   backup code: código de reserva   passkey: llave de acceso   run: pasada
import type { en } from './en'
import { account } from './es/account'
import { addEmployer } from './es/add-employer'
import { admin, mailbox } from './es/admin'
import { adminSystem } from './es/admin-system'
import { adminUsers } from './es/admin-users'
import { alerts } from './es/alerts'
import { channels } from './es/channels'
import { employers } from './es/employers'
import { activity, events } from './es/events'
import { facts } from './es/facts'
import { company, jobs, pay, saved } from './es/jobs'
import { language } from './es/language'
import { passkeys } from './es/passkeys'
import { personalData } from './es/personal-data'
import { phone } from './es/phone'
import { recovery } from './es/recovery'
import { feeds, rules } from './es/rules'
import { shell } from './es/shell'
import { onboarding } from './es/start'
import { bulk, inbox, reminders, stats, status, tracker, views } from './es/tracker'

export const es: typeof en = {
  language,
  ...shell, ...account, onboarding, personalData, recovery, passkeys, channels, activity, jobs, rules, feeds, facts, saved, company,
  employers, addEmployer, pay, tracker, status, stats, bulk, views, reminders, inbox, alerts, admin, adminUsers, adminSystem, events,
  mailbox, phone,
}
