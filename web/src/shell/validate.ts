import { text } from '~/text'

// Rules for form fields: what to say beside the field, or null when it is fine.

export const filled = (v: string) => (v.trim() ? null : text.auth.needed)

export const emailAddress = (v: string) => (/^\S+@\S+$/.test(v.trim()) ? null : text.auth.emailShape)

export const newPassword = (v: string) => (v.length >= 8 ? null : text.auth.passwordShort)

/** webAddress allows an empty field too. */
export const webAddress = (v: string) => (!v.trim() || /^https?:\/\/\S+$/i.test(v.trim()) ? null : text.tracker.urlShape)

/** secondFactor asks for a code only where one is needed. */
export const secondFactor = (needed: boolean) => (v: string) => (!needed || v.trim().length >= 6 ? null : text.auth.needed)

/** bareCode returns a two-factor code as the server has it: people group backup codes with dashes and spaces. */
export const bareCode = (v: string) => v.replace(/[\s\u2010-\u2015-]/g, '')

/** wrongFactor says what is wrong with a code that the server refused. A backup code is the longer one. */
export const wrongFactor = (v: string) => (bareCode(v).length > 6 ? text.auth.wrongBackup : text.auth.wrongCode)
