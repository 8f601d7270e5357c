import type * as En from '../en/admin-users'
import { plural } from './later-plural'

export const adminUsers: typeof En.adminUsers = {
  tab: 'Nutzer',
  find: 'Nutzer nach Name oder E-Mail finden',
  states: {
    active: 'Aktiv',
    unverified: 'Nicht bestätigt',
    pending: 'Wartet auf den Code',
    disabled: 'Gesperrt',
  },
  count: (n) => `${n} Nutzer`,
  administrator: 'Administrator',
  none: 'Keine Nutzer gefunden',
  noneHint: 'Versuche es mit einem kürzeren Teil des Namens oder der Adresse oder mit einem anderen Status.',
  lastLogin: (ago) => `Letzte Anmeldung ${ago}`,
  neverLoggedIn: 'Keine Anmeldung verzeichnet',

  back: 'Alle Nutzer',
  gone: 'Diesen Nutzer gibt es nicht',
  goneHint: 'Das Konto wurde vielleicht gelöscht.',
  account: 'Konto',
  created: 'Erstellt',
  confirmed: 'Adresse bestätigt',
  disabledSince: 'Gesperrt',
  lastLoginLabel: 'Letzte Anmeldung',
  backupCodes: (n) => `Ein, noch ${n} ${plural(n, 'Ersatzcode', 'Ersatzcodes')}`,
  passkeys: 'Passkeys',
  events: 'Audit-Protokoll dieses Nutzers',
  pendingHint: 'Diese Person hat sich registriert und den Code aus der E-Mail noch nicht eingegeben. Die Registrierung gilt einen Tag.',
  sessions: 'Sitzungen',
  sessionsLead: 'Wo dieser Nutzer angemeldet ist.',
  noSessions: 'Nirgends angemeldet.',
  actions: 'Aktionen',
  actionsLead: 'Alles, was du hier tust, wird aufgezeichnet und dem Nutzer per E-Mail mitgeteilt. Vergewissere dich, dass er darum bat.',
  own: 'Das ist dein eigenes Konto.',
  ownSettings: 'In deinen Einstellungen ändern',

  secondFactor: 'Dein Konto hat die Zwei-Faktor-Anmeldung, darum braucht das einen Code. Jeder gilt einmal.',
  typeAddress: (email) => `Gib zur Bestätigung ${email} ein`,
  action: {
    verify: {
      button: 'Adresse bestätigen',
      help:
        'Für Nutzer, die unsere E-Mail nicht erreicht. Vergewissere dich, dass ihnen die Adresse gehört: ' +
        'Es kann die eines Administrators sein.',
      done: 'Adresse bestätigt.',
    },
    'reset-password': {
      button: 'Passwort zurücksetzen',
      help: 'Das Passwort gilt nicht mehr, und alle Sitzungen enden. Der Nutzer bekommt eine E-Mail, um ein neues zu wählen.',
      done: 'Passwort zurückgesetzt.',
    },
    'reset-two-factor': {
      button: 'Zwei-Faktor zurücksetzen',
      help: 'Schaltet sie aus, entfernt Passkeys und beendet alle Sitzungen. Zum Anmelden genügt danach das Passwort.',
      done: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet.',
    },
    'end-sessions': {
      button: 'Alle Sitzungen beenden',
      help: 'Meldet den Nutzer überall ab. Er kann sich wieder anmelden.',
      done: 'Alle Sitzungen beendet.',
    },
    disable: {
      button: 'Konto sperren',
      help: 'Niemand kann sich anmelden, und es gehen keine Erinnerungen und Überblicke hinaus. Gelöscht wird nichts.',
      done: 'Konto gesperrt.',
    },
    enable: {
      button: 'Konto freigeben',
      help: 'Der Nutzer kann sich wieder anmelden, und alles ist, wie es war.',
      done: 'Konto freigegeben.',
    },
    delete: {
      button: 'Konto löschen',
      help: 'Löscht das Konto mit allen Bewerbungen, Erinnerungen und gemerkten Stellen. Das lässt sich nicht rückgängig machen.',
      done: 'Konto gelöscht.',
    },
  },

  invitations: 'Einladungen',
  invitationsLead: 'Registrieren kann sich nur, wer eingeladen ist. Eine Einladung gilt sieben Tage und nur für ihre Adresse.',
  invite: 'Einladen',
  inviteEmail: 'E-Mail-Adresse zum Einladen',
  invited: (email) => `Wir haben eine Einladung an ${email} geschickt.`,
  noInvitations: 'Keine offenen Einladungen.',
  expires: (ago) => `läuft ${ago} ab`,
  withdraw: 'Zurückziehen',
  withdrawOne: (email) => `Einladung an ${email} zurückziehen`,
  withdrawn: 'Einladung zurückgezogen.',
}
