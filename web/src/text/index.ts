import { language, languages, type Text } from './languages'

export type { Text } from './languages'

// Modules that import the texts wait for them, so that the language is known everywhere, even where modules keep a text. A text
// must import nothing but its own folder and types: importing the app would wait for itself.
export const text: Text = await languages[language].load()
