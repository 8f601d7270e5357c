import type * as En from '../en/mailbox'

export const mailbox: typeof En.mailbox = {
  title: 'Lokaler Briefkasten',
  lead: 'Es ist kein Mailserver eingerichtet, darum bleiben E-Mails auf diesem Rechner und sind hier zu lesen.',
  notice: 'Kein Mailserver eingerichtet: E-Mails bleiben auf diesem Rechner.',
  open: 'Briefkasten öffnen',
  howTo: 'So liest du sie',
  where: 'Den lokalen Briefkasten öffnest du mit der Adresse, die Rolecall beim Start ausgegeben hat, in der Zeile „mailbox:“.',
  codeHint: 'Kein Mailserver eingerichtet: Du findest den Code im lokalen Briefkasten.',
  empty: 'Noch keine E-Mails',
  emptyHint: 'Codes, Erinnerungen und Überblicke erscheinen hier, sobald sie verschickt werden.',
  closed: 'Hier gibt es keinen Briefkasten',
  closedHint: 'E-Mails verschickt ein Mailserver, oder du hast diese Seite von einem anderen Rechner geöffnet.',
  locked: 'Der Briefkasten ist verschlossen',
  lockedHint:
    'Öffne den Link zum Briefkasten, den „rolecall up“ ausgegeben hat, oder gib das Token aus der Datei mailbox/token im Datenordner ein.',
  token: 'Zugangstoken',
  tokenWrong: 'Falsches Token.',
  unlock: 'Öffnen',
  clear: 'Alle E-Mails löschen',
  to: (address) => `An ${address}`,
  form: 'Zeigen als',
  asPage: 'Seite',
  asText: 'Text',
  copyCode: (code) => `Code ${code} kopieren`,
}
