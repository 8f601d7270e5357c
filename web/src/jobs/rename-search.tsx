import { Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { SavedFilter } from '~/api/models'
import { FormButtons } from '~/shell/buttons'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { MAX_NAME } from './describe'
import { useFilterChanges } from './saved-queries'

/** RenameSearch gives a saved search another name. */
export default function RenameSearch({ saved, onDone }: { saved: SavedFilter; onDone: () => void }) {
  const [name, setName] = useState(saved.name)
  const { update } = useFilterChanges()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const next = name.trim()
    const done = () => {
      said(text.jobs.searchRenamed(next))
      onDone()
    }
    if (next === saved.name) onDone()
    else update.mutate({ id: saved.id, name: next }, { onSuccess: done })
  }
  return (
    <Modal opened onClose={onDone} title={text.jobs.renameSearch}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={text.jobs.searchName}
            value={name}
            onChange={(e) => setName(e.currentTarget.value)}
            maxLength={MAX_NAME}
            required
            data-autofocus
          />
          <FormButtons onCancel={onDone} action={text.save} loading={update.isPending} disabled={!name.trim()} />
        </Stack>
      </form>
    </Modal>
  )
}
