import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTyped } from './use-typed'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  label: string
  value: string
  onChange: (value: string) => void
}

/** SearchInput narrows a list. It passes on what is typed after a pause. */
export function SearchInput({ label, value, onChange, ...input }: Props) {
  const [typed, type] = useTyped(value, onChange)
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={15} />}
      value={typed}
      onChange={(e) => type(e.currentTarget.value)}
      {...input}
    />
  )
}
