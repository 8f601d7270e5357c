import { Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { explain } from '~/api/error'
import type { AlertRhythm } from '~/api/models'
import { FormButtons } from '~/shell/buttons'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { AlertChoice } from './alert-choice'
import { MAX_NAME, proposedName } from './describe'
import { useFilterChanges } from './saved-queries'
import type { Search } from './search-state'

interface Props {
  search: Search
  /** The alert that is proposed. */
  alert?: AlertRhythm | null
  onDone: () => void
}

/** NameSearch asks under which name to save a search. */
export default function NameSearch({ search, alert = null, onDone }: Props) {
  const [name, setName] = useState(() => proposedName(search))
  const [rhythm, setRhythm] = useState(alert)
  const { create } = useFilterChanges()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    create.mutate(
      { name: name.trim(), search, rhythm },
      {
        onSuccess: () => {
          said(text.jobs.searchSaved(name.trim()))
          onDone()
        },
      },
    )
  }
  return (
    <Modal opened onClose={onDone} title={text.jobs.saveSearch}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={text.jobs.searchName}
            value={name}
            onChange={(e) => setName(e.currentTarget.value)}
            maxLength={MAX_NAME}
            required
            data-autofocus
            error={create.isError && explain(create.error)}
          />
          <AlertChoice value={rhythm} onChange={setRhythm} />
          <FormButtons onCancel={onDone} action={text.save} loading={create.isPending} disabled={!name.trim()} />
        </Stack>
      </form>
    </Modal>
  )
}
