import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconGhost2 } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { ApplicationDetails } from '~/api/models'
import { text } from '~/text'
import { useReopen } from './queries'

/** Ghosted says that an application was marked as ghosted and offers to undo it; the undo link of an email does so at once. */
export function Ghosted({ application: a }: { application: ApplicationDetails }) {
  const reopen = useReopen()
  const [params, setParams] = useSearchParams()
  const ghosted = a.status === 'GHOSTED'
  const asked = params.get('undo') === 'ghosted'
  const { mutate } = reopen
  useEffect(() => {
    if (!asked) return
    setParams((p) => {
      p.delete('undo')
      return p
    }, { replace: true })
    if (ghosted) mutate(a.id)
  }, [asked, ghosted, a.id, mutate, setParams])
  if (!ghosted) return null
  const before = a.timeline.findLast((t) => t.status !== 'GHOSTED')?.status ?? 'APPLIED'
  return (
    <Alert variant="light" color="gray" radius="lg" mt="lg" icon={<IconGhost2 size={18} />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{text.tracker.ghosted}</Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={15} />}
          loading={reopen.isPending}
          onClick={() => mutate(a.id)}
        >
          {text.tracker.undoGhosted(text.status[before])}
        </Button>
      </Group>
    </Alert>
  )
}
