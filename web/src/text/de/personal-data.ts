import type * as En from '../en/personal-data'

export const personalData: typeof En.personalData = {
  title: 'Deine Daten',
  lead:
    'Lade alles, was Rolecall über dich weiß, als eine Datei herunter: Konto und Sicherheitsereignisse, Bewerbungen mit Verlauf, ' +
    'Notizen und Schlagwörtern, gemerkte Stellen und Suchen, Suchagenten, Regeln und Kanäle, Arbeitgeber, denen du folgst, ' +
    'Korrekturen, Erinnerungen und Mitteilungen.',
  download: 'Meine Daten herunterladen',
  done: 'Deine Daten sind heruntergeladen.',
}
