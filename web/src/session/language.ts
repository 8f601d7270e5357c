import { useEffect } from 'react'
import { ask, identity } from '~/api/client'
import { failed, said } from '~/shell/toast'
import { text } from '~/text'
import { isLanguage, type Language, language, switchTo } from '~/text/languages'
import { useAccount } from './account'

/** useAccountLanguage shows the app in the language of the account that is signed in. */
export function useAccountLanguage() {
  const { data } = useAccount()
  const theirs = data?.language
  useEffect(() => {
    if (isLanguage(theirs) && theirs !== language) switchTo(theirs)
  }, [theirs])
}

/** chooseLanguage shows the app in another language. The account keeps it too, for mails and other browsers. */
export async function chooseLanguage(next: Language, signedIn: boolean) {
  try {
    if (signedIn) await ask(identity.PUT('/auth/language', { body: { language: next } }))
    if (!switchTo(next)) said(text.language.blocked)
  } catch (error) {
    failed(error)
  }
}
