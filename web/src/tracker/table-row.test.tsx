import { expect, it } from 'vitest'
import type { Application } from '~/api/models'
import { cells } from './table-row'

it.each([
  [null, null],
  [{ label: 'Send the portfolio', date: null, reminderAt: null }, 'Send the portfolio'],
  [{ label: null, date: '2026-05-27', reminderAt: null }, /^Next step · \S/],
  [{ label: 'Interview', date: '2026-05-27', reminderAt: null }, /^Interview · \S/],
])('shows the parts of a next step that are known: %j', (nextStep, want) => {
  const got = cells.nextStep({ nextStep } as Application)
  if (want instanceof RegExp) expect(got).toMatch(want)
  else expect(got).toBe(want)
})
