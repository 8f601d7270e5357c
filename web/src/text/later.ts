import { type LaterText, language, languages } from './languages'

// Pages that import these texts wait for them, as every module does for those of ~/text.
export const later: LaterText = await languages[language].later()
