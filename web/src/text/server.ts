import type { ImportError } from '~/api/models'
import { text } from '.'
import { language, languages } from './languages'
import type { Problems } from './problems'

let sentences: Record<string, string> = {}
let problems: Problems | null = null

/** loadServerTexts fetches what the server may say, which the first page does not need. */
export async function loadServerTexts() {
  const texts = await languages[language].server()
  if (texts) ({ server: sentences, problems } = texts)
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
  const said = problems?.[problem]?.({ value: value ?? '', limit: limit === null ? '' : limit.toLocaleString(language) })
  if (!said) return message
  return column ? `${text.errors.field(column)} ${said}` : said
}
