import type * as En from '../en/channels'

export const channels: typeof En.channels = {
  lead:
    'Bekomm deine Mitteilungen auch außerhalb der App: in diesem Browser, über ntfy auf dem Telefon oder in einem eigenen Programm. ' +
    'Den Wochenüberblick gibt es nur per E-Mail.',
  none: 'Noch keine Kanäle. Füge unten einen hinzu. Mitteilungen in der App und per E-Mail bleiben, wie sie sind.',
  kinds: { WEB_PUSH: 'Browser', NTFY: 'ntfy', WEBHOOK: 'Webhook' },
  thisBrowser: 'Dieser Browser',
  off: 'Aus',
  failing: 'Gestört',
  switchOne: (name) => `An ${name} senden`,

  addTitle: 'Kanal hinzufügen',
  addBrowser: 'Diesen Browser hinzufügen',
  addNtfy: 'ntfy hinzufügen',
  addWebhook: 'Webhook hinzufügen',
  browserAdded: 'Dieser Browser zeigt jetzt deine Mitteilungen.',
  browserHelp: 'Dein Browser fragt um Erlaubnis. Mitteilungen kommen an, solange er läuft, auch wenn Rolecall geschlossen ist.',
  obstacles: {
    insecure: 'Browser erlauben Mitteilungen nur auf Seiten mit https. Öffne Rolecall unter seiner https-Adresse.',
    unsupported: 'Dieser Browser kann keine Push-Mitteilungen empfangen. Nimm eine aktuelle Version von Firefox, Chrome, Edge oder Safari.',
    denied:
      'Dieser Browser blockiert Mitteilungen von Rolecall. Erlaube sie in den Website-Einstellungen neben der Adresse und lade neu.',
  },
  refused: 'Du hast Mitteilungen nicht erlaubt, darum wurde dieser Browser nicht hinzugefügt.',
  pushFailed: 'Der Browser hat seinen Push-Dienst nicht erreicht. Prüfe deine Verbindung und versuche es noch einmal.',

  name: 'Bezeichnung',
  ntfyLead: 'ntfy ist eine App für Telefon und Computer. Wähle ein Thema, das niemand errät: Wer es kennt, kann mitlesen.',
  ntfyServer: 'Serveradresse',
  ntfyTopic: 'Thema (Topic)',
  ntfyTopicHelp: 'Bis zu 64 Buchstaben, Ziffern, Binde- und Unterstriche. Abonniere dasselbe Thema in der App.',
  ntfyToken: 'Zugangstoken',
  ntfyTokenHelp: 'Nur wenn das Thema geschützt ist. Es wird verschlüsselt gespeichert und nie wieder gezeigt.',
  webhookLead: 'Jede Mitteilung geht als signierte POST-Anfrage an deine Adresse.',
  webhookAddress: 'Adresse',
  added: 'Kanal hinzugefügt.',

  secretTitle: 'Geheimnis zum Signieren',
  secretLead: 'Kopiere es jetzt: Es wird nicht wieder gezeigt. Dein Empfänger prüft damit, ob eine Mitteilung von Rolecall stammt.',
  secret: 'Geheimnis',
  verifyTitle: 'Signatur prüfen',
  verifyLead:
    'Die Signatur ist der HMAC-SHA256 von ID, Zeit und Inhalt. Weise ab, was älter als 5 Minuten ist oder eine bekannte ID hat.',
  secretKept: 'Ich habe es kopiert',

  never: 'Noch nichts zugestellt',
  lastDelivered: (when) => `Zuletzt zugestellt ${when}`,
  failingSince: (when, why) => `Gestört seit ${when}: ${why}`,
  offBecause: (why) => `Ausgeschaltet: ${why}`,
  waiting: (n) => `${n === 1 ? '1 Mitteilung wartet und wird' : `${n} Mitteilungen warten und werden`} von selbst gesendet.`,

  carries: (n, all) => (n === all ? 'Bekommt alles' : `Bekommt ${n} von ${all} Arten`),
  chooseTypes: (name) => `Wählen, was ${name} bekommt`,
  types: 'Was er bekommt',
  test: 'Probe senden',
  testOne: (name) => `Probe an ${name} senden`,
  history: 'Zustellungen',
  historyOne: (name) => `Zustellungen an ${name}`,
  historyLead: 'Die letzten 50 der vergangenen sieben Tage.',
  historyNone: 'In den vergangenen sieben Tagen wurde nichts gesendet.',
  states: { WAITING: 'Wartet', DELIVERED: 'Zugestellt', FAILED: 'Fehlgeschlagen' },
  attempts: (n) => (n === 1 ? '1 Versuch' : `${n} Versuche`),
  testType: 'Probe',
  replay: (n) => (n === 1 ? 'Die fehlgeschlagene noch einmal senden' : `${n} fehlgeschlagene noch einmal senden`),
  replayed: (n) => (n === 1 ? '1 Mitteilung wird noch einmal gesendet.' : `${n} Mitteilungen werden noch einmal gesendet.`),
  remove: 'Entfernen',
  removeOne: (name) => `${name} entfernen`,
  removeTitle: 'Kanal entfernen',
  removeLead: (name) => `„${name}“ bekommt keine Mitteilungen mehr, und was noch wartet, wird verworfen.`,
  removed: 'Kanal entfernt.',
}
