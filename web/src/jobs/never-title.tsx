import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { FormButtons } from '~/shell/buttons'
import { text } from '~/text'
import { useRuleChanges } from './rules'

/** NeverTitle asks which words of a title are never to be seen again. */
export default function NeverTitle({ title, onClose }: { title: string; onClose: () => void }) {
  const [value, setValue] = useState('')
  const { add } = useRuleChanges()
  const words = [...new Set(title.match(/[\p{L}\p{N}][\p{L}\p{N}+#.&-]*/gu))].slice(0, 12)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    add.mutate({ list: 'NEVER', kind: 'TITLE_WORD', value: value.trim() }, { onSuccess: onClose })
  }
  return (
    <Modal opened onClose={onClose} title={text.rules.titleDialog}>
      <form onSubmit={submit}>
        <Stack>
          <Group gap="xs">
            {words.map((w) => (
              <Button key={w} size="compact-sm" variant={w === value ? 'light' : 'default'} onClick={() => setValue(w)}>
                {w}
              </Button>
            ))}
          </Group>
          <TextInput
            aria-label={text.rules.titleDialog}
            description={text.rules.titleHint}
            value={value}
            maxLength={100}
            onChange={(e) => setValue(e.currentTarget.value)}
            data-autofocus
          />
          <FormButtons onCancel={onClose} action={text.rules.add} loading={add.isPending} disabled={!value.trim()} />
        </Stack>
      </form>
    </Modal>
  )
}
