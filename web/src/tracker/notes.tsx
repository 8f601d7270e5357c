import { Card, Group, Text, Textarea, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ApplicationDetails } from '~/api/models'
import { text } from '~/text'
import { useChange } from './queries'

const PAUSE = 900

/** Notes saves after a pause in typing, when the field is left, and when the page is left. */
export function Notes({ application }: { application: ApplicationDetails }) {
  const change = useChange(application.id)
  const [value, setValue] = useState(application.notes ?? '')
  const saved = useRef(application.notes ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(value)

  const save = () => {
    clearTimeout(timer.current)
    const notes = latest.current
    if (notes === saved.current) return
    saved.current = notes
    change.mutate({ notes: notes || null }, { onError: () => (saved.current = '\u0000') })
  }
  const flush = useRef(save)
  useEffect(() => {
    flush.current = save
  })
  useEffect(() => () => flush.current(), [])

  const state = change.isPending ? text.saving : value !== saved.current ? text.unsaved : change.isSuccess ? text.savedState : ''
  return (
    <Card component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="h3" id="notes-title">
          {text.tracker.notes}
        </Title>
        <Text size="xs" c="dimmed" role="status">
          {state}
        </Text>
      </Group>
      <Textarea
        aria-labelledby="notes-title"
        placeholder={text.tracker.notesHint}
        autosize
        minRows={5}
        maxRows={20}
        maxLength={20000}
        value={value}
        onBlur={save}
        onChange={(e) => {
          latest.current = e.currentTarget.value
          setValue(e.currentTarget.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => flush.current(), PAUSE)
        }}
      />
    </Card>
  )
}
