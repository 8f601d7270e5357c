import { chooseLanguage } from '~/session/language'
import { LanguageSelect } from '~/shell/language-select'
import { text } from '~/text'
import { Section } from './section'

export function LanguageSetting() {
  return (
    <Section title={text.language.title} lead={text.language.lead}>
      <LanguageSelect label={text.language.label} onChange={(next) => void chooseLanguage(next, true)} />
    </Section>
  )
}
