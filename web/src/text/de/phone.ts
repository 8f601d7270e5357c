import type * as En from '../en/phone'
import { plural } from './plural'

export const phone: typeof En.phone = {
  offlineSince: (when) => `Offline: Stand ${when}.`,
  offline: 'Offline. Was du siehst, kann veraltet sein.',
  readOnly: 'Änderungen brauchen eine Verbindung.',
  needsConnection: 'Du bist offline. Das braucht eine Verbindung, darum wurde nichts geändert.',
  notKept: 'Offline nicht verfügbar',
  notKeptHint: 'Diese Seite ist mit der Verbindung wieder da. Dein Board und deine nächsten Schritte kannst du solange lesen.',
  nothingKept: 'Diese Seite ist mit der Verbindung wieder da.',
  partNotKept: 'Braucht eine Verbindung.',
  nextSteps: 'Nächste Schritte',
  newVersion: 'Es gibt eine neue Version:',
  reload: 'neu laden',
  keep: {
    title: 'Offline lesen',
    lead: 'Dieses Gerät behält dein Board und deine Erinnerungen, wie du sie zuletzt gesehen hast, bis du dich abmeldest.',
    label: 'Auf diesem Gerät behalten',
    help: 'Schalte das auf einem Gerät aus, das auch andere benutzen. Was behalten wurde, wird sofort gelöscht.',
  },
  filtersOn: (n) => (n > 0 ? `Filter, ${n} aktiv` : 'Filter'),
  order: 'Richtung',
  orders: { asc: 'Aufsteigend', desc: 'Absteigend' },
  showJobs: (n, written) => `${written} ${plural(n, 'Stelle', 'Stellen')} zeigen`,
}
