import type * as En from '../en/shell'
import { plural } from './plural'

export const waitFor = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 120) return `${Math.ceil(minutes / 60)} Stunden`
  return seconds < 60 ? `${seconds} ${plural(seconds, 'Sekunde', 'Sekunden')}` : `${minutes} ${plural(minutes, 'Minute', 'Minuten')}`
}

export const shell: typeof En.shell = {
  close: 'Schließen',
  dismiss: 'Ausblenden',
  cancel: 'Abbrechen',
  save: 'Speichern',
  edit: 'Bearbeiten',
  remove: 'Löschen',
  done: 'Fertig',
  undo: 'Rückgängig',
  copy: 'Kopieren',
  copied: 'Kopiert',
  download: 'Herunterladen',
  more: 'Mehr',
  yes: 'Ja',
  none: '–',
  loading: 'Wird geladen',
  savedState: 'Gespeichert',
  saveStates: {
    idle: '', unsaved: 'Noch nicht gespeichert', saving: 'Wird gespeichert\u00a0…', saved: 'Gespeichert',
    retrying: 'Nicht gespeichert. Bleibt hier und wird wieder versucht.', refused: 'Der Server nimmt diesen Text nicht an. Er bleibt hier.',
  },
  print: 'Drucken',
  tryAgain: 'Noch einmal versuchen',
  showMore: 'Mehr zeigen',
  showLess: 'Weniger zeigen',
  pageNumber: (n) => `Seite ${n}`,
  pageControl: { first: 'Erste Seite', previous: 'Vorige Seite', next: 'Nächste Seite', last: 'Letzte Seite' },

  nav: {
    skip: 'Zum Inhalt springen',
    skipToResults: 'Zu den Ergebnissen springen',
    skipToPosting: 'Zur Stelle springen',
    palette: 'Alles durchsuchen',
    main: 'Hauptmenü',
    home: 'Rolecall-Startseite',
    find: 'Stellen finden',
    findShort: 'Stellen',
    saved: 'Gemerkt',
    employers: 'Arbeitgeber',
    tracker: 'Bewerbungen',
    reminders: 'Erinnerungen',
    settings: 'Einstellungen',
    security: 'Sicherheit',
    admin: 'Verwaltung',
    shortcuts: 'Tastenkürzel',
    login: 'Anmelden',
    register: 'Registrieren',
    logout: 'Abmelden',
    account: 'Konto',
    accountOf: (name) => `Kontomenü von ${name}`,
    toLight: 'Zu hellen Farben wechseln',
    toDark: 'Zu dunklen Farben wechseln',
  },

  errors: {
    title: 'Das hat nicht geklappt',
    unexpected: 'Etwas Unerwartetes ist passiert. Bitte versuche es noch einmal.',
    unverified: (email) => `Wir können dir keine E-Mails schicken: ${email} ist nicht bestätigt.`,
    verify: 'Adresse bestätigen',
    unreachable: 'Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
    unavailable: 'Dieser Teil von Rolecall ist gerade nicht verfügbar. Bitte versuche es gleich noch einmal.',
    notReady: 'Die Suche ist noch nicht bereit',
    retrying: 'Diese Seite versucht es von selbst wieder.',
    server: (id) =>
      'Auf dem Server ist etwas schiefgegangen. Bitte versuche es noch einmal' +
      `${id ? `. Wenn es wieder passiert, melde es mit der Anfragenummer ${id}` : ''}.`,
    tooMany: (seconds) => `Zu viele Versuche. Bitte warte ${seconds ? waitFor(seconds) : 'eine Weile'}.`,
    field: (name) => `${name}:`,
    slow: 'Das dauert länger als sonst. Wir warten noch auf den Server\u00a0…',
    pageMissing: 'Diese Seite konnte nicht geladen werden',
    pageBroken: 'Auf dieser Seite ist ein Fehler aufgetreten. Neu laden hilft oft.',
    reload: 'Neu laden',
    notFound: 'Seite nicht gefunden',
    notFoundHint: 'Die Adresse ist vielleicht falsch geschrieben, oder die Seite gibt es nicht mehr.',
    toStart: 'Zur Startseite',
  },

  zone: {
    changed: (here, yours) => `Dieses Gerät ist auf ${here} eingestellt, aber deine Zeiten werden für ${yours} angezeigt.`,
    use: (zone) => `${zone} verwenden`,
    keep: (zone) => `Bei ${zone} bleiben`,
  },

  start: {
    headline: 'Deine Stellensuche an einem ruhigen Ort',
    lead:
      'Stellen direkt von den Karriereseiten der Unternehmen, ein Board für deine Bewerbungen und Erinnerungen, damit du nichts verpasst.',
    search: 'Suchen',
    noAccount: 'Suchen kannst du ohne Konto.',
    join: 'Registriere dich, um Stellen zu merken und Bewerbungen zu verfolgen',
    inside: (postings, n, companies) => `${postings} offene Stellen bei ${companies} ${plural(n, 'Unternehmen', 'Unternehmen')}`,
    picture: {
      caption: 'Dein Board: jede Bewerbung an ihrem Platz, mit dem, was als Nächstes kommt.',
      cards: [
        { title: 'Datenanalystin', company: 'Larkspur Analytics', note: 'Vor 2 Tagen beworben' },
        { title: 'Pflegefachkraft', company: 'Harbour Clinic', note: 'Letzte Woche beworben' },
        { title: 'Schweißer', company: 'Northwind Harbour', note: 'Am Montag anrufen' },
        { title: 'Backend-Entwicklerin', company: 'Northwind Harbour', note: 'Gespräch am Donnerstag' },
        { title: 'Lehrerin', company: 'Birch Lane School', note: 'Probestunde am Freitag' },
        { title: 'Bauplaner', company: 'Foo Widgets', note: 'Bis Freitag antworten' },
      ],
    },
    pointsTitle: 'Was Rolecall kann',
    points: {
      find: {
        title: 'Finden',
        body: 'Suche schon beim Tippen und filtere nach Ort, Stufe, Gehalt und Kenntnissen. Die Stellen kommen von den Unternehmen selbst.',
      },
      track: {
        title: 'Verfolgen',
        body: 'Zieh jede Bewerbung von der ersten Idee bis zum Angebot. Notizen, Kontakte und nächste Schritte bleiben bei ihr.',
      },
      remind: {
        title: 'Erinnern',
        body: 'Vor jedem Gespräch kommt eine Erinnerung, und ein Hinweis, wenn ein Unternehmen nicht mehr antwortet.',
      },
      own: {
        title: 'Behalten',
        body: 'Rolecall läuft auf deinem eigenen Rechner. Lade jederzeit alles herunter, was es über dich weiß, oder lösche es.',
      },
    },
    hello: (name) => `Hallo, ${name}`,
    helloAgain: 'Willkommen zurück',
    dayLead: 'So steht es um deine Stellensuche.',
    upNext: 'Als Nächstes',
    nothingNext: 'Nichts geplant',
    nothingNextHint: 'Hier stehen nächste Schritte und Erinnerungen zu deinen Bewerbungen.',
    openTracker: 'Zu den Bewerbungen',
    fresh: 'Neue Stellen',
    allJobs: 'Alle Stellen',
    allOf: (n) => `Alle ${n}`,
  },

  palette: {
    placeholder: 'Seite, Bewerbung, Unternehmen\u00a0…',
    applications: 'Bewerbungen',
    kept: 'Ansichten und Suchen',
    pages: 'Seiten',
    actions: 'Aktionen',
    home: 'Startseite',
    table: 'Tabelle der Bewerbungen',
    searchFor: (words) => `Stellen suchen mit „${words}“`,
  },

  shortcuts: {
    groups: [
      {
        title: 'Überall',
        keys: [
          [['Strg oder ⌘', 'K'], 'Alles durchsuchen: Seiten, Bewerbungen, Unternehmen, Aktionen'],
          [['/'], 'Suchen'],
          [['?'], 'Diese Liste zeigen'],
          [['g', 'f'], 'Zu Stellen finden'],
          [['g', 's'], 'Zu Gemerkt'],
          [['g', 'e'], 'Zu Arbeitgeber'],
          [['g', 't'], 'Zu Bewerbungen'],
          [['g', 'r'], 'Zu Erinnerungen'],
          [['g', 'i'], 'Zu Mitteilungen'],
          [['g', 'p'], 'Zu Einstellungen'],
          [['g', 'h'], 'Zur Startseite'],
        ],
      },
      {
        title: 'Stellen finden',
        keys: [
          [['r'], 'Zum ersten Ergebnis'],
          [['j'], 'Nächste Stelle'],
          [['k'], 'Vorige Stelle'],
          [['s'], 'Stelle merken oder nicht mehr merken'],
          [['a'], 'Zur Schaltfläche, die die Anzeige öffnet'],
        ],
      },
      {
        title: 'Bewerbungen und Erinnerungen',
        keys: [
          [['n'], 'Bewerbung oder Erinnerung hinzufügen'],
          [['Eingabe'], 'Karte öffnen'],
          [['x'], 'Karte auswählen'],
          [['Leertaste'], 'Karte aufnehmen oder ablegen'],
          [['← → ↑ ↓'], 'Aufgenommene Karte bewegen'],
        ],
      },
    ],
  },
}
