import { PinInput, type PinInputProps } from '@mantine/core'
import { text } from '~/text'

/** CodeInput asks for a 6-digit code, one field for each digit. */
export function CodeInput(props: PinInputProps) {
  return (
    <PinInput
      length={6}
      type="number"
      placeholder=""
      oneTimeCode
      size="lg"
      aria-label={text.auth.code}
      getInputProps={(i) => ({ 'aria-label': text.auth.digit(i + 1) })}
      // The fields shrink on a phone.
      styles={{
        root: { justifyContent: 'space-between', flexWrap: 'nowrap' },
        pinInput: { flex: '0 1 3.125rem', minWidth: 0 },
        input: { width: '100%', paddingInline: 0 },
      }}
      {...props}
    />
  )
}
