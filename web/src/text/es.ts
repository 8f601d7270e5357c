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
import { alerts } from './es/alerts'
import { employers } from './es/employers'
import { facts } from './es/facts'
import { company, jobs, pay, saved } from './es/jobs'
import { language } from './es/language'
import { mailbox } from './es/mailbox'
import { passkeys } from './es/passkeys'
import { phone } from './es/phone'
import { recovery } from './es/recovery'
import { feeds, rules } from './es/rules'
import { shell } from './es/shell'
import { onboarding } from './es/start'
import { bulk, inbox, reminders, stats, status, tracker, views } from './es/tracker'

export const es: typeof en = {
  language,
  ...shell, ...account, onboarding, recovery, passkeys, jobs, rules, feeds, facts, saved, company, employers, addEmployer, pay, tracker,
  status, stats, bulk, views, reminders, inbox, alerts, mailbox, phone,
}
