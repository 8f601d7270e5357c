import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { text } from '~/text'

/** Postings that were opened at their source since the page was loaded, and may have been applied to. */
const opened = new Set<string>()

export const noteOpened = (jobId: string) => void opened.add(jobId)

/** DidYouApply asks about a posting that was opened at its source, once the user is back. */
export function DidYouApply({ jobId, onApplied }: { jobId: string; onApplied: () => void }) {
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    const look = () => setAsking(!document.hidden && opened.has(jobId))
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [jobId])
  const answer = (applied: boolean) => {
    opened.delete(jobId)
    setAsking(false)
    if (applied) onApplied()
  }
  if (!asking) return null
  return (
    <Alert color="pine" variant="light" mt="md" role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{text.jobs.didYouApply}</Text>
        <Group gap="xs">
          <Button size="compact-sm" onClick={() => answer(true)}>
            {text.jobs.iApplied}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => answer(false)}>
            {text.jobs.notYet}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
