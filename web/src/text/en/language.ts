/** Choosing the language of the app. */
export const language = {
  title: 'Language',
  lead: 'Used for the app, for notifications and for emails. Postings stay in the language they were written in.',
  label: 'Language of the app',
  blocked: 'This browser does not keep settings for this site, so the language follows the browser.',
}
