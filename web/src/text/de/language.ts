import type * as En from '../en/language'

export const language: typeof En.language = {
  title: 'Sprache',
  lead: 'Gilt für die App, für Mitteilungen und für E-Mails. Anzeigen bleiben in der Sprache, in der sie geschrieben sind.',
  label: 'Sprache der App',
  blocked: 'Dieser Browser speichert keine Einstellungen für diese Seite, darum gilt die Sprache des Browsers.',
}
