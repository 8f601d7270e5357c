import type { ImportError } from '~/api/models'
import { language, languages } from './languages'
import type { ColumnNames, Problems } from './problems'

let sentences: Record<string, string> = {}
let problems: Problems | null = null
let columns: Partial<Record<string, string>> = {}

/** loadServerTexts fetches what the server may say, which the first page does not need. */
export async function loadServerTexts() {
  const texts = await languages[language].server()
  sentences = texts.server
  problems = texts.problems
  columns = texts.columns satisfies ColumnNames
}

const NUMBER = /\d+(,\d{3})*/g

/** withoutNumbers returns a sentence with # for each number, as the translations have it. */
export const withoutNumbers = (sentence: string) => sentence.replaceAll(NUMBER, '#')

/** translated returns a sentence of the server in the language of the app, or as it is if that is unknown. */
export function translated(sentence: string): string {
  const numbers = sentence.match(NUMBER)?.values()
  return sentences[sentence] ?? sentences[withoutNumbers(sentence)]?.replaceAll('#', () => numbers?.next().value ?? '#') ?? sentence
}

/** problemOf says what is wrong with a line of an imported file. */
export function problemOf({ problem, column, value, limit, message }: ImportError): string {
  const name = column === null ? '' : (columns[column] ?? column)
  return problems?.[problem]?.({ column: name, value: value ?? '', limit: limit === null ? '' : limit.toLocaleString(language) }) ?? message
}
