import { plural } from './plural'

/** The first questions. */
export const onboarding = {
  title: 'What are you looking for?',
  stepOf: (n: number, of: number) => `Question ${n} of ${of}`,
  skip: 'Skip for now',
  back: 'Back',
  next: 'Next',
  finish: 'Show my jobs',
  saveTitle: 'Keep this search',
  saveHint: 'You will find it under “Saved searches” and on your home page.',
  matching: (n: number, shown: string) => (n === 0 ? 'No open job matches all of this. Remove something, or continue anyway.'
    : `${shown} open ${plural(n, 'job matches', 'jobs match')} so far.`),
  steps: {
    roles: { title: 'What kind of work?', hint: 'A job title or a skill, such as “nurse” or “data engineer”.' },
    place: { title: 'Where?', hint: 'A city or a country, and whether you want to be there every day.' },
    pay: { title: 'What should it pay?', hint: 'Per year. Jobs that do not state their pay are still shown, unless you leave them out.' },
    employers: { title: 'Which employers do you like?', hint: 'Follow them to see their new jobs sooner.' },
  },
  invite: 'Find your first jobs',
  inviteLead: 'Answer four short questions, and this page shows jobs that suit you. You can skip any of them.',
  begin: 'Start',
  goOn: 'Continue',
  notNow: 'Not now',
  firstSteps: 'First steps',
  answer: 'Answer four short questions',
  answerHint: 'Then this page shows jobs that suit you.',
  addSent: 'Add an application you already sent',
  addSentHint: 'Keep its notes and dates here, and be reminded in time.',
  refine: 'Change',
  suit: 'Show jobs that suit me',
  none: 'No open job matches this search at the moment',
  noneHint: 'New postings appear here as soon as a company publishes them.',
}
