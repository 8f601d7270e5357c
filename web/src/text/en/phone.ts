import { plural } from './plural'

/** Reading without a connection, new versions, and what only a phone shows. */
export const phone = {
  offlineSince: (when: string) => `Offline: as of ${when}.`,
  offline: 'Offline. What you see may be out of date.',
  readOnly: 'Changes need a connection.',
  needsConnection: 'You are offline. This needs a connection, so nothing was changed.',
  notKept: 'Not available offline',
  notKeptHint: 'This page will be back when you are online. Meanwhile you can read your board and your next steps.',
  nothingKept: 'This page will be back when you are online.',
  partNotKept: 'Needs a connection.',
  nextSteps: 'Next steps',
  newVersion: 'A new version is available:',
  reload: 'reload',
  keep: {
    title: 'Reading offline',
    lead: 'This device keeps your board and your reminders as you last saw them, until you sign out.',
    label: 'Keep them on this device',
    help: 'Turn this off on a shared device. The copy is deleted at once.',
  },
  filtersOn: (n: number) => (n > 0 ? `Filters, ${n} set` : 'Filters'),
  order: 'Direction',
  orders: { asc: 'Ascending', desc: 'Descending' },
  showJobs: (n: number, written: string) => `Show ${written} ${plural(n, 'job', 'jobs')}`,
}
