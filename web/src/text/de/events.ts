import type * as En from '../en/events'

const several = (n: number, one: string, many: string) => (n === 1 ? one : `${n} ${many}`)

export const activity: typeof En.activity = {
  title: 'Letzte Ereignisse zur Sicherheit',
  lead: 'Was mit deinem Konto geschah, das Neueste zuerst. Warst du etwas davon nicht, ändere dein Passwort und beende die Sitzungen oben.',
  none: 'Noch keine Ereignisse.',
  more: 'Ältere Ereignisse zeigen',
  byOperator: 'durch den Betreiber dieser Seite',
  sentence: (kind, count) =>
    (sentences as Partial<Record<string, (n: number) => string>>)[kind]?.(count) ??
    'Die Sicherheitseinstellungen deines Kontos wurden geändert.',
}

export const sentences: typeof En.sentences = {
  'account.registered': () => 'Dein Konto wurde erstellt.',
  'account.created': () => 'Dein Konto wurde erstellt.',
  'account.disabled': () => 'Dein Konto wurde gesperrt.',
  'account.enabled': () => 'Dein Konto wurde wieder freigegeben.',
  'account.shown': () => 'Die Angaben zu deinem Konto wurden angesehen.',
  'account.listed': () => 'Du hast die Liste der Nutzer angesehen.',
  'account.exported': () => 'Eine Kopie deiner Daten wurde angefordert.',
  'invitation.sent': () => 'Du hast jemanden eingeladen.',
  'invitation.withdrawn': () => 'Du hast eine Einladung zurückgezogen.',
  'sessions.listed': () => 'Die Liste deiner Sitzungen wurde angesehen.',
  'account.verified': () => 'Deine E-Mail-Adresse wurde bestätigt.',
  'login.succeeded': () => 'Du hast dich angemeldet.',
  'login.failed': (n) => several(n, 'Eine Anmeldung ist fehlgeschlagen.', 'Anmeldungen sind fehlgeschlagen.'),
  'login.throttled': (n) =>
    several(n, 'Eine Anmeldung wurde nach zu vielen Fehlversuchen blockiert.',
      'Anmeldungen wurden nach zu vielen Fehlversuchen blockiert.'),
  'session.ended': () => 'Eine Sitzung wurde abgemeldet.',
  'session.surplus_ended': () => 'Deine älteste Sitzung wurde beendet, weil es zu viele waren.',
  'sessions.all_ended': () => 'Alle deine Sitzungen wurden beendet.',
  'password.changed': () => 'Dein Passwort wurde geändert.',
  'password.failed': (n) =>
    several(n, 'Ein falsches aktuelles Passwort wurde eingegeben.', 'falsche aktuelle Passwörter wurden eingegeben.'),
  'password.throttled': () => 'Eine Passwortänderung wurde nach zu vielen Fehlversuchen blockiert.',
  'password.reset': () => 'Dein Passwort wurde zurückgesetzt.',
  'password.reset_throttled': () => 'Das Zurücksetzen des Passworts wurde nach zu vielen falschen Codes blockiert.',
  'password.reset_requested': () => 'Ein Code zum Zurücksetzen deines Passworts wurde angefordert.',
  'password.reset_failed': (n) =>
    several(n, 'Ein falscher Code zum Zurücksetzen des Passworts wurde eingegeben.',
      'falsche Codes zum Zurücksetzen des Passworts wurden eingegeben.'),
  'email.change_requested': () => 'Eine Änderung deiner E-Mail-Adresse wurde angefordert.',
  'email.change_failed': (n) =>
    several(n, 'Ein falscher Code zum Ändern der E-Mail-Adresse wurde eingegeben.',
      'falsche Codes zum Ändern der E-Mail-Adresse wurden eingegeben.'),
  'email.changed': () => 'Deine E-Mail-Adresse wurde geändert.',
  'two_factor.enabled': () => 'Die Zwei-Faktor-Anmeldung wurde eingeschaltet.',
  'two_factor.disabled': () => 'Die Zwei-Faktor-Anmeldung wurde ausgeschaltet.',
  'two_factor.reset': () => 'Die Zwei-Faktor-Anmeldung wurde zurückgesetzt.',
  'two_factor.failed': (n) => several(n, 'Ein falscher Zwei-Faktor-Code wurde eingegeben.', 'falsche Zwei-Faktor-Codes wurden eingegeben.'),
  'two_factor.throttled': () => 'Ein Zwei-Faktor-Code wurde nach zu vielen falschen blockiert.',
  'backup_code.used': () => 'Ein Ersatzcode wurde benutzt.',
  'backup_codes.regenerated': () => 'Neue Ersatzcodes wurden erstellt.',
  'passkey.added': () => 'Ein Passkey wurde hinzugefügt.',
  'passkey.renamed': () => 'Ein Passkey wurde umbenannt.',
  'passkey.removed': () => 'Ein Passkey wurde entfernt.',
  'passkey.used': () => 'Ein Passkey wurde benutzt.',
  'passkey.suspect': () => 'Ein Passkey wurde gesperrt, weil er kopiert worden sein könnte.',
  'passkey.failed': (n) => several(n, 'Ein Passkey wurde nicht angenommen.', 'Versuche mit einem Passkey sind fehlgeschlagen.'),
  'passkey.throttled': () => 'Ein Passkey wurde nach zu vielen Fehlversuchen blockiert.',
  'backup.started': () => 'Du hast eine Sicherung oder den Test einer Sicherung gestartet.',
  'admin.revoked': () => 'Du bist kein Administrator mehr. Deine Sitzungen als Administrator wurden beendet.',
}

export const events: typeof En.events = {
  source: 'Ereignisse von',
  sources: { accounts: 'Konten', platform: 'Plattform' },
  kind: 'Ereignis',
  anyKind: 'Alle Ereignisse',
  kinds: {
    accounts: {
      login: 'Anmeldungen',
      'login.failed': 'Fehlgeschlagene Anmeldungen',
      password: 'Passwörter',
      two_factor: 'Zwei-Faktor-Anmeldung',
      passkey: 'Passkeys',
      session: 'Beendete Sitzungen',
      account: 'Konten',
      admin: 'Administratoren',
      invitation: 'Einladungen',
      service_key: 'Abgewiesene Dienstschlüssel',
    },
    platform: {
      trigger: 'Läufe von Hand', company: 'Unternehmen', posting: 'Korrigierte Stellen', board: 'Karriereseiten',
      service_key: 'Abgewiesene Dienstschlüssel',
    },
  },
  account: 'E-Mail des Kontos',
  from: 'Von',
  to: 'Bis',
  at: 'Zeit',
  who: 'Konto',
  where: 'Adresse',
  detail: 'Einzelheiten',
  actor: {
    user: 'Inhaber des Kontos', admin: 'Administrator', operator: 'Betreiber', anonymous: 'Nicht angemeldet',
  },
  none: 'Keine Ereignisse',
  noneHint: 'Nichts passt, oder die Ereignisse sind älter, als sie aufbewahrt werden.',
  more: 'Ältere Ereignisse zeigen',
}
