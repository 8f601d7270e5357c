import type { BoardAction, PullOutcome } from '~/api/models'
import { plural } from './plural'

export const adminSystem = {
  boards: {
    title: 'Board',
    actionsOf: (company: string) => `Actions for ${company}`,
    historyOf: (company: string) => `History of ${company}`,
    action: { retry: 'Read now', pause: 'Pause', resume: 'Resume', delete: 'Delete' } satisfies Record<BoardAction, string>,
    accepted: {
      retry: (company) => `${company} is being read.`,
      pause: (company) => `${company} is being paused.`,
      resume: (company) => `${company} is being resumed.`,
      delete: (company) => `${company} is being deleted.`,
    } satisfies Record<BoardAction, (company: string) => string>,
    pending: { retry: 'Reading now', pause: 'Pausing', resume: 'Resuming', delete: 'Deleting' } satisfies Record<BoardAction, string>,
    didNot: {
      retry: 'The board could not be read',
      pause: 'The board was not paused',
      resume: 'The board was not resumed',
      delete: 'The board was not deleted',
    } satisfies Record<BoardAction, string>,
    deleteTitle: (company: string) => `Delete the board of ${company}?`,
    deleteLead: (n: number, open: string) =>
      n === 0
        ? 'It has no open postings.'
        : `Its ${open} open ${plural(n, 'posting is', 'postings are')} closed and can no longer be found by searching.`,
    deleteKeeps: 'Saved jobs and applications stay. If you add the board again, its open postings come back.',
    deleteCode: 'Your account uses two-factor authentication, so deleting a board needs a code. A backup code works only once.',
    openCompany: (open: string) => `Company page, ${open} open`,
    pulls: 'Last reads',
    noPulls: 'This board has not been read yet.',
    strip: (well: number, all: number) => `${well} of the last ${all} ${plural(all, 'read', 'reads')} succeeded.`,
    outcome: { complete: 'Complete', unchanged: 'Unchanged', partial: 'In part', failed: 'Failed' } satisfies Record<PullOutcome, string>,
    seen: (n: number) => `${n} ${plural(n, 'posting', 'postings')}`,
    when: 'When',
    result: 'Result',
    postings: 'Postings',
    cost: 'Cost',
    created: (n: string) => `${n} new`,
    changed: (n: string) => `${n} changed`,
    reopened: (n: string) => `${n} reopened`,
    closed: (n: string) => `${n} closed`,
    noChange: 'no change',
  },
  passes: {
    origin: 'Started by',
    origins: { all: 'All', requested: 'Requested', scheduled: 'Scheduled' },
    bySchedule: 'By schedule',
    byAdministrator: 'By an administrator',
    begun: 'Began',
    none: 'No runs yet.',
    scheduledNow: 'A scheduled run is in progress. You can start one when it has ended.',
  },
}
