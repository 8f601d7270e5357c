import { Badge, Checkbox, Group, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Application } from '~/api/models'
import { dotted } from '~/format/bidi'
import { formatAgo, formatDay, formatDayAndTime } from '~/format/date'
import { tidyPlace } from '~/format/place'
import { CompanyLogo } from '~/jobs/company-logo'
import { fromList } from '~/shell/back-link'
import { text } from '~/text'
import { statusColor } from './status'
import type { Column } from './table-state'

/** What the columns show of an application; nothing where there is no value. */
export const cells: Record<Column, (a: Application) => ReactNode> = {
  status: (a) => (
    <Badge color={statusColor[a.status]} variant="light" tt="none" miw="max-content">
      {text.status[a.status]}
    </Badge>
  ),
  company: (a) => <bdi>{a.job.company}</bdi>,
  place: (a) => tidyPlace(a.job.location),
  applied: (a) => a.appliedAt && <Text size="sm" style={{ whiteSpace: 'nowrap' }}>{formatDay(a.appliedAt)}</Text>,
  nextStep: ({ nextStep: n }) => n && dotted(n.label ?? text.tracker.nextStep, n.date && formatDayAndTime(n.date, n.reminderAt)),
  contact: (a) => a.contact,
  tags: (a) =>
    a.tags.length > 0 && (
      <Group gap={4}>
        {a.tags.map((t) => (
          <Badge key={t} variant="default" tt="none" fw={500} size="sm">
            {t}
          </Badge>
        ))}
      </Group>
    ),
  added: (a) => formatDay(a.createdAt),
  activity: (a) => (
    <Text size="sm" c="dimmed">
      {formatAgo(a.lastActivityAt)}
    </Text>
  ),
}

interface Props {
  application: Application
  columns: Column[]
  selected: boolean
  onSelect: (id: string) => void
}

/** ApplicationRow is an application in the table. */
export function ApplicationRow({ application: a, columns, selected, onSelect }: Props) {
  return (
    <Table.Tr bg={selected ? 'var(--accent-soft)' : undefined}>
      <Table.Td>
        <Checkbox size="xs" aria-label={text.bulk.select(a.job.title)} checked={selected} onChange={() => onSelect(a.id)} />
      </Table.Td>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <CompanyLogo name={a.job.company} url={a.job.companyLogoUrl} size={32} />
          <div>
            <Text component={Link} to={`/tracker/${a.id}`} state={fromList} fw={570} size="sm" c="inherit" td="none">
              <bdi>{a.job.title}</bdi>
            </Text>
            <Text size="xs" c="dimmed">
              {dotted(a.job.company, tidyPlace(a.job.location))}
            </Text>
          </div>
        </Group>
      </Table.Td>
      {columns.map((c) => (
        <Table.Td key={c}>{cells[c](a) || text.none}</Table.Td>
      ))}
    </Table.Tr>
  )
}
