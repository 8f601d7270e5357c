import { plural } from './plural'

export const waitFor = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`
  return seconds < 60 ? `${seconds} ${plural(seconds, 'second', 'seconds')}` : `${minutes} ${plural(minutes, 'minute', 'minutes')}`
}

/** The frame around the pages, the home page, and words used everywhere. */
export const shell = {
  close: 'Close',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  save: 'Save',
  edit: 'Edit',
  remove: 'Delete',
  done: 'Done',
  undo: 'Undo',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  more: 'More',
  yes: 'Yes',
  none: '–',
  loading: 'Loading',
  savedState: 'Saved',
  saveStates: {
    idle: '', unsaved: 'Not saved yet', saving: 'Saving…', saved: 'Saved', retrying: 'Not saved yet. Kept here, trying again.',
    refused: 'The server does not accept this text. It is kept here.',
  },
  print: 'Print',
  tryAgain: 'Try again',
  showMore: 'Show more',
  showLess: 'Show less',
  pageNumber: (n: number) => `Page ${n}`,
  pageControl: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },

  nav: {
    skip: 'Skip to content',
    skipToResults: 'Skip to the results',
    skipToPosting: 'Skip to the posting',
    palette: 'Search everything',
    main: 'Main',
    home: 'Rolecall home page',
    find: 'Find jobs',
    findShort: 'Jobs',
    saved: 'Saved',
    employers: 'Employers',
    tracker: 'Tracker',
    reminders: 'Reminders',
    settings: 'Settings',
    security: 'Security',
    admin: 'Administration',
    shortcuts: 'Keyboard shortcuts',
    login: 'Sign in',
    register: 'Join',
    logout: 'Sign out',
    account: 'Account',
    accountOf: (name: string) => `Account menu of ${name}`,
    toLight: 'Switch to light colours',
    toDark: 'Switch to dark colours',
  },

  errors: {
    title: 'That did not work',
    unexpected: 'Something unexpected happened. Please try again.',
    unverified: (email: string) => `We cannot email you: ${email} is not confirmed.`,
    verify: 'Confirm your address',
    unreachable: 'The server cannot be reached. Check your connection and try again.',
    unavailable: 'This part of Rolecall is not available right now. Please try again in a moment.',
    notReady: 'Search is not ready yet',
    retrying: 'This page will try again by itself.',
    server: (id: string | null) =>
      `Something went wrong on the server. Please try again${id ? `. If it keeps happening, report it with request ID ${id}` : ''}.`,
    tooMany: (seconds: number | null) => `Too many tries. Please wait ${seconds ? waitFor(seconds) : 'a while'}.`,
    field: (name: string) => `${name}:`,
    slow: 'This is taking longer than usual. Still waiting for the server…',
    pageMissing: 'This page could not be loaded',
    pageBroken: 'This page has an error. Reloading often helps.',
    reload: 'Reload',
    notFound: 'Page not found',
    notFoundHint: 'The address may be mistyped, or the page no longer exists.',
    toStart: 'Go to the home page',
  },

  zone: {
    changed: (here: string, yours: string) => `This device is set to ${here}, but your times are shown in ${yours}.`,
    use: (zone: string) => `Use ${zone}`,
    keep: (zone: string) => `Keep ${zone}`,
  },

  start: {
    headline: 'Your job search in one calm place',
    lead: 'Postings straight from company career pages, a board for your applications, and reminders so you don’t miss a thing.',
    search: 'Search',
    noAccount: 'You can search without an account.',
    join: 'Join to save and track jobs',
    inside: (postings: string, n: number, companies: string) =>
      `${postings} open jobs at ${companies} ${plural(n, 'company', 'companies')}`,
    picture: {
      caption: 'Your board: every application in its place, with what comes next.',
      cards: [
        { title: 'Data Analyst', company: 'Larkspur Analytics', note: 'Applied 2 days ago' },
        { title: 'Ward Nurse', company: 'Harbour Clinic', note: 'Applied last week' },
        { title: 'Welder', company: 'Northwind Harbour', note: 'Call them on Monday' },
        { title: 'Backend Engineer', company: 'Northwind Harbour', note: 'Interview on Thursday' },
        { title: 'Teacher', company: 'Birch Lane School', note: 'Trial lesson on Friday' },
        { title: 'Site Planner', company: 'Foo Widgets', note: 'Answer by Friday' },
      ],
    },
    pointsTitle: 'What Rolecall does',
    points: {
      find: {
        title: 'Find',
        body: 'Search as you type and filter by place, level, pay and skill. Postings come from the companies themselves.',
      },
      track: { title: 'Track', body: 'Drag each application from first idea to offer. Notes, contacts and next steps stay with it.' },
      remind: { title: 'Remember', body: 'Get a reminder before every interview, and an alert when a company stops answering.' },
      own: { title: 'Own', body: 'Rolecall runs on your own machine. Download everything it knows about you, or delete it, at any time.' },
    },
    hello: (name: string) => `Hello, ${name}`,
    helloAgain: 'Welcome back',
    dayLead: 'Here is where your job search stands.',
    upNext: 'Up next',
    nothingNext: 'Nothing planned',
    nothingNextHint: 'Next steps and reminders for your applications appear here.',
    openTracker: 'Open the tracker',
    fresh: 'New postings',
    allJobs: 'All jobs',
    allOf: (n: string) => `All ${n}`,
  },

  palette: {
    placeholder: 'Go to a page, an application, a company\u00a0…',
    applications: 'Applications',
    kept: 'Views and searches',
    pages: 'Pages',
    actions: 'Actions',
    home: 'Home',
    table: 'Table of applications',
    searchFor: (words: string) => `Search jobs for “${words}”`,
  },

  shortcuts: {
    groups: [
      {
        title: 'Everywhere',
        keys: [
          [['Ctrl or ⌘', 'K'], 'Search everything: pages, applications, companies, actions'],
          [['/'], 'Search'],
          [['?'], 'Show this list'],
          [['g', 'f'], 'Go to Find jobs'],
          [['g', 's'], 'Go to Saved'],
          [['g', 'e'], 'Go to Employers'],
          [['g', 't'], 'Go to Tracker'],
          [['g', 'r'], 'Go to Reminders'],
          [['g', 'i'], 'Go to Notifications'],
          [['g', 'p'], 'Go to Settings'],
          [['g', 'h'], 'Go to the home page'],
        ],
      },
      {
        title: 'Find jobs',
        keys: [
          [['r'], 'Go to the first result'],
          [['j'], 'Next posting'],
          [['k'], 'Previous posting'],
          [['s'], 'Save the posting, or remove it from saved'],
          [['a'], 'Go to the button that opens the posting'],
        ],
      },
      {
        title: 'Tracker and reminders',
        keys: [
          [['n'], 'Add an application or reminder'],
          [['Enter'], 'Open a card'],
          [['x'], 'Select a card'],
          [['Space'], 'Pick up or drop a card'],
          [['← → ↑ ↓'], 'Move a picked-up card'],
        ],
      },
    ] as { title: string; keys: [string[], string][] }[],
  },
}
