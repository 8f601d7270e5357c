import type { ColumnNames, Problems } from '../problems'

/** The server speaks English. */
export const server: Record<string, string> = {}

export const columns: ColumnNames = {
  title: 'The title', company: 'The company', location: 'The place', url: 'The link', notes: 'The note', contact: 'The contact',
  portalUrl: 'The address of the applicant portal', nextStepLabel: 'The next step',
}

/** What is wrong with a line of an imported file. */
export const problems: Problems = {
  NOT_CSV: () => 'Not readable as CSV. Are the quotation marks in the right places?',
  TOO_MANY_FIELDS: ({ value, limit }) =>
    `${value} fields, but the header has ${limit}. Is a text that contains a separator not in quotation marks?`,
  MISSING: ({ column }) => `${column} is missing`,
  TOO_LONG: ({ column, limit }) => `${column} is longer than ${limit} characters`,
  NUL_CHARACTER: ({ column }) => `${column} contains an invalid character`,
  NOT_AN_ADDRESS: ({ value }) => `“${value}” is not a web address`,
  NOT_A_STATUS: ({ value }) => `“${value}” is not a status`,
  NOT_A_DATE: ({ value }) => `“${value}” is not a date`,
  IN_THE_FUTURE: ({ value }) => `“${value}” is in the future`,
  NOT_A_TIMELINE_ENTRY: ({ value }) => `“${value}” in the timeline does not have the form STATUS@time`,
  TIMELINE_ORDER: ({ value }) => `“${value}” in the timeline is earlier than the entry before it`,
  TIMELINE_TOO_LONG: ({ limit }) => `The timeline has more than ${limit} entries`,
  TIMELINE_END: ({ value }) => `The timeline ends in ${value}, which is not the status of the line`,
  LIMIT_REACHED: ({ limit }) => `Not imported: you cannot track more than ${limit} applications`,
}
