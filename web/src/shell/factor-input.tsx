import { TextInput, type TextInputProps } from '@mantine/core'

/** FactorInput asks for a code of the authenticator app or a backup code, which people may group with dashes. */
export function FactorInput(props: TextInputProps) {
  return <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={12} {...props} />
}
