import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { text } from '~/text'
import { type Language, language, languages } from '~/text/languages'

interface Props extends Omit<NativeSelectProps, 'onChange'> {
  onChange: (next: Language) => void
}

/** LanguageSelect offers the languages of the app, each by its own name. */
export function LanguageSelect({ onChange, ...props }: Props) {
  return (
    <NativeSelect value={language} onChange={(e) => onChange(e.currentTarget.value as Language)} {...props}>
      {Object.entries(languages).map(([code, { name }]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

/** Footer lets people without an account choose the language. */
export function Footer({ className, onChange }: { className?: string; onChange: (next: Language) => void }) {
  return (
    <footer className={className}>
      <LanguageSelect aria-label={text.language.label} size="xs" onChange={onChange} />
    </footer>
  )
}
