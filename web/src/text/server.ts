import { language, languages } from './languages'

let sentences: Record<string, string> = {}

/** loadServerTexts fetches what the server may say, which the first page does not need. */
export async function loadServerTexts() {
  sentences = await languages[language].server()
}

/** translated returns a sentence of the server in the language of the app, or as it is if that is unknown. */
export const translated = (sentence: string) => sentences[sentence] ?? sentence
