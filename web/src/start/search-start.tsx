import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { searchAddress } from '~/jobs/search-state'
import { text } from '~/text'

interface Props extends TextInputProps {
  formClass?: string
  button?: ReactNode
}

/** SearchStart is a search field that leads to the search page. */
export function SearchStart({ formClass, button, ...input }: Props) {
  const [keyword, setKeyword] = useState('')
  const navigate = useNavigate()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    void navigate(searchAddress({ keyword: keyword.trim() }))
  }
  return (
    <form className={formClass} onSubmit={submit} role="search">
      <TextInput
        type="search"
        value={keyword}
        onChange={(e) => setKeyword(e.currentTarget.value)}
        placeholder={text.jobs.searchPlaceholder}
        aria-label={text.jobs.searchLabel}
        leftSection={<IconSearch size={18} />}
        maxLength={500}
        {...input}
      />
      {button}
    </form>
  )
}
