import { en } from './en'

/** Text is the shape of a translation: every language has to say everything. */
export type Text = typeof en

export const text: Text = en
