import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { explain } from '~/api/error'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { useFilterChanges } from './saved-queries'
import { describe } from './saved-searches'
import type { Search } from './search-state'

/** NameSearch asks under which name to keep a search. */
export default function NameSearch({ search, onDone }: { search: Search; onDone: () => void }) {
  const [name, setName] = useState(describe(search).slice(0, 80))
  const { create } = useFilterChanges()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    create.mutate(
      { name: name.trim(), search },
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
          <TextInput label={text.jobs.searchName} value={name} onChange={(e) => setName(e.currentTarget.value)} maxLength={80} required data-autofocus error={create.isError ? explain(create.error) : undefined} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onDone}>
              {text.cancel}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={!name.trim()}>
              {text.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
