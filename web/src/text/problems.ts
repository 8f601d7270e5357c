import type { ImportProblem } from '~/api/models'

/** Problems says what is wrong with a line of an imported file. The column comes by its name, numbers as they are shown. */
export type Problems = Record<ImportProblem, (problem: { column: string; value: string; limit: string }) => string>

/** ColumnNames are the columns with texts, with their article: they begin a sentence. */
export type ColumnNames = Record<'title' | 'company' | 'location' | 'url' | 'notes' | 'contact' | 'portalUrl' | 'nextStepLabel', string>
