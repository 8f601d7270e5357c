import type { RuleKind, RuleListName } from '~/api/models'
import { plural } from './plural'

/** What somebody never and always wants to see, and has seen. */
export const rules = {
  section: 'Hidden and always shown',
  sectionLead: 'What you hide applies to searches, alerts, digests and feeds. “Always” keeps jobs from being hidden by a title or a place.',
  lists: { NEVER: 'Never show', ALWAYS: 'Always show' } satisfies Record<RuleListName, string>,
  kinds: {
    COMPANY: 'Companies', TITLE_WORD: 'Words in titles', PLACE: 'Places', JOB: 'Postings', WORD: 'Words in titles, and skills',
  } satisfies Record<RuleKind, string>,
  choices: {
    COMPANY: 'a company', TITLE_WORD: 'titles with', PLACE: 'a place', JOB: 'a posting', WORD: 'titles or skills with',
  } satisfies Record<RuleKind, string>,
  empty: 'Nothing yet. Hide a posting or a company from its menu, or add words here.',
  what: 'What',
  value: 'Name, word or place',
  add: 'Add',
  full: (n: number) => `${n} of 1,000`,
  remove: 'Remove',
  removeEntry: (name: string) => `Remove ${name}`,
  rowMenu: (title: string) => `Hide or keep ${title}`,
  hideJob: 'Hide this posting',
  neverCompany: (name: string) => `Never show ${name}`,
  neverTitle: 'Never show titles with\u00a0…',
  neverPlace: (place: string) => `Never show jobs in ${place}`,
  alwaysCompany: (name: string) => `Always show ${name}`,
  titleDialog: 'Never show titles with',
  titleHint: 'Exactly this word, or these words in this order.',
  never: (name: string) => `“${name}” is hidden from now on.`,
  always: (name: string) => `“${name}” is always shown.`,
  removed: {
    NEVER: (name: string) => `“${name}” is no longer hidden.`, ALWAYS: (name: string) => `“${name}” is no longer always shown.`,
  } satisfies Record<RuleListName, (name: string) => string>,
  hidden: (_: number, shown: string) => `${shown} hidden`,
  allHidden: 'Everything is hidden',
  allHiddenHint: 'Your list hides all postings of this search.',
  show: 'Show',
  unshow: 'Hide again',
  hiddenMark: 'Hidden',
  showAgain: 'Show again',
  showAgainOf: (title: string) => `Show ${title} again`,
  alwaysMark: 'Always',
  newMark: 'New',
  newCount: (shown: string) => `${shown} new since your last visit`,
  seen: 'Seen',
  hideSeen: 'Hide seen',
  /** How many rows are shown of all, while rows that were opened are hidden. More rows may come. */
  shownOf: (shown: string, all: number, total: string, _hidden: number, hidden: string, more: boolean) =>
    `${shown} of ${total} ${plural(all, 'posting', 'postings')} shown${more ? ' so far' : ''}, ${hidden} hidden as seen`,
  allSeen: 'You have opened all of these',
  allSeenHint: 'New postings appear here as they come in.',
  showSeen: 'Show opened postings',
  forgetSeen: 'Forget which postings I have opened',
  seenForgotten: 'No postings are marked as seen any more.',
}

/** Searches as feeds. */
export const feeds = {
  section: 'Feeds',
  sectionLead: 'Searches that you follow in a feed reader. Anyone who knows an address can read the feed, so keep it private.',
  ofSearch: 'Feed of this search',
  ofSaved: 'Feed',
  title: (name: string) => `Feed of “${name}”`,
  atom: 'Atom',
  json: 'JSON Feed',
  reset: 'New addresses',
  resetHint: 'The old addresses stop working at once.',
  wasReset: 'The feed now has new addresses.',
  remove: 'Remove feed',
  removeOf: (name: string) => `Remove the feed of ${name}`,
  removed: 'Feed removed. Its addresses no longer work.',
}
