import type { ImportProblem } from '~/api/models'

/** Problems says what is wrong with a line of an imported file. Numbers come as they are shown. */
export type Problems = Record<ImportProblem, (problem: { value: string; limit: string }) => string>
