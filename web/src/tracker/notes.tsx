import { Alert, Button, Card, Group, Text, Textarea, Title } from '@mantine/core'
import { applications, ask } from '~/api/client'
import type { ApplicationDetails } from '~/api/models'
import { text } from '~/text'
import { useStoreApplication } from './queries'
import { useSavedText } from './use-saved-text'

interface Props {
  application: ApplicationDetails
  /** Whether this is the server's answer rather than a copy from before. */
  fresh: boolean
}

/** Notes are saved as they are written. */
export function Notes({ application: { id, notes: stored }, fresh }: Props) {
  const store = useStoreApplication()
  const notes = useSavedText(id, stored ?? '', fresh, async (value) => {
    store(await ask(applications.PATCH('/applications/{id}', { params: { path: { id } }, body: { notes: value || null } })))
  })
  return (
    <Card component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="h3" id="notes-title">
          {text.tracker.notes}
        </Title>
        <Text size="xs" c={notes.state === 'retrying' || notes.state === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
          {text.saveStates[notes.state]}
        </Text>
      </Group>
      {notes.old !== null && (
        <Alert color="amber" variant="light" mb="sm">
          <Text size="sm">{text.tracker.draft}</Text>
          <Text size="sm" c="dimmed" lineClamp={3} my="xs" style={{ whiteSpace: 'pre-wrap' }}>
            {notes.old}
          </Text>
          <Group gap="xs">
            <Button size="compact-sm" onClick={notes.useOld}>
              {text.tracker.draftUse}
            </Button>
            <Button size="compact-sm" variant="default" onClick={notes.dropOld}>
              {text.tracker.draftDrop}
            </Button>
          </Group>
        </Alert>
      )}
      <Textarea
        aria-labelledby="notes-title"
        placeholder={text.tracker.notesHint}
        autosize
        minRows={5}
        maxRows={20}
        maxLength={20000}
        value={notes.value}
        onBlur={() => void notes.save()}
        onChange={(e) => notes.change(e.currentTarget.value)}
      />
    </Card>
  )
}
