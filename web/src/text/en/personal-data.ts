/** The export of everything. */
export const personalData = {
  title: 'Your data',
  lead:
    'Download everything that Rolecall knows about you as one file: account and security activity, applications with their history, ' +
    'notes and tags, saved jobs and searches, alerts, rules and channels, followed employers, corrections, reminders and notifications.',
  download: 'Download my data',
  done: 'Your data has been downloaded.',
}
