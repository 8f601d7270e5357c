import type * as En from '../en/start'
import { plural } from './plural'

export const onboarding: typeof En.onboarding = {
  title: 'Was suchst du?',
  stepOf: (n, of) => `Frage ${n} von ${of}`,
  skip: 'Jetzt nicht',
  back: 'Zurück',
  next: 'Weiter',
  finish: 'Meine Stellen zeigen',
  saveTitle: 'Diese Suche behalten',
  saveHint: 'Du findest sie unter „Gespeicherte Suchen“ und auf deiner Startseite wieder.',
  matching: (n, shown) => (n === 0 ? 'Keine offene Stelle passt zu allem. Nimm etwas weg, oder mach trotzdem weiter.'
    : `Bisher ${plural(n, 'passt', 'passen')} ${shown} offene ${plural(n, 'Stelle', 'Stellen')}.`),
  steps: {
    roles: { title: 'Was für eine Arbeit?', hint: 'Ein Beruf oder eine Kenntnis, zum Beispiel „Pflege“ oder „Data Engineer“.' },
    place: { title: 'Wo?', hint: 'Eine Stadt oder ein Land, und ob du jeden Tag dorthin willst.' },
    pay: { title: 'Was möchtest du verdienen?', hint: 'Im Jahr. Stellen ohne Gehaltsangabe erscheinen auch, wenn du sie nicht weglässt.' },
    employers: { title: 'Welche Arbeitgeber gefallen dir?', hint: 'Folge ihnen, um ihre neuen Stellen früher zu sehen.' },
  },
  invite: 'Finde deine ersten Stellen',
  inviteLead: 'Vier kurze Fragen, und diese Seite zeigt die Stellen, die zu dir passen. Du kannst jede auslassen.',
  begin: 'Los geht’s',
  goOn: 'Weitermachen',
  notNow: 'Jetzt nicht',
  firstSteps: 'Erste Schritte',
  answer: 'Vier kurze Fragen beantworten',
  answerHint: 'Dann zeigt diese Seite Stellen, die zu dir passen.',
  addSent: 'Eine Bewerbung eintragen, die schon verschickt ist',
  addSentHint: 'Notizen und Termine sind dann hier, und du wirst rechtzeitig erinnert.',
  refine: 'Ändern',
  suit: 'Passende Stellen zeigen',
  none: 'Zurzeit passt keine offene Stelle zu dieser Suche',
  noneHint: 'Neue Stellen erscheinen hier, sobald ein Unternehmen sie veröffentlicht.',
}
