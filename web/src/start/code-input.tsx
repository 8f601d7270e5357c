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
      styles={{ root: { justifyContent: 'space-between' } }}
      {...props}
    />
  )
}
