import type { TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { searchAddress } from '~/jobs/search-state'
import { text } from '~/text'

/** SearchStart is a search field that leads to the search page. */
export function SearchStart({ children }: { children: (input: TextInputProps, submit: (e: FormEvent) => void) => ReactNode }) {
  const [keyword, setKeyword] = useState('')
  const navigate = useNavigate()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    void navigate(searchAddress({ keyword: keyword.trim() }))
  }
  return children(
    {
      type: 'search',
      value: keyword,
      onChange: (e) => setKeyword(e.currentTarget.value),
      placeholder: text.jobs.searchPlaceholder,
      'aria-label': text.jobs.searchLabel,
      leftSection: <IconSearch size={18} />,
      maxLength: 500,
    },
    submit,
  )
}
