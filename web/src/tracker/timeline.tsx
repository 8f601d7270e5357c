import { Text, Timeline } from '@mantine/core'
import type { ApplicationDetails } from '~/api/models'
import { formatAgo, formatInstant } from '~/format/date'
import { text } from '~/text'
import { statusColor } from './status'

/** History lists the statuses of an application, the latest first. */
export function History({ entries }: { entries: ApplicationDetails['timeline'] }) {
  const latest = [...entries].sort((a, b) => b.occurredAt.localeCompare(a.occurredAt))
  return (
    <Timeline active={latest.length} bulletSize={14} lineWidth={2}>
      {latest.map((e) => (
        <Timeline.Item key={e.status + e.occurredAt} color={`${statusColor[e.status]}.5`} title={text.status[e.status]}>
          <Text size="xs" c="dimmed" title={formatAgo(e.occurredAt)}>
            {formatInstant(e.occurredAt)}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
