import { Button, Card, Group, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ApplicationDetails } from '~/api/models'
import { QueryState } from '~/shell/states'
import { text } from '~/text'
import { AutomaticOf } from './automatic'
import { useApplicationReminders, useReminderChanges } from './queries'
import { useReminderForm } from './reminder-form'
import { ReminderRow } from './reminder-row'

/** ApplicationReminders lists the reminders of one application. */
export function ApplicationReminders({ application }: { application: ApplicationDetails }) {
  const list = useApplicationReminders(application.id)
  const { cancel, snooze } = useReminderChanges()
  const { open, dialog } = useReminderForm()
  return (
    <Card component="section">
      {dialog}
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="h3">
          {text.nav.reminders}
        </Title>
        <Button size="compact-sm" variant="light" leftSection={<IconPlus size={15} />} onClick={() => open({ application })}>
          {text.reminders.add}
        </Button>
      </Group>
      <QueryState query={list} lines={1} height={48} />
      {list.data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {text.reminders.noneHere}
        </Text>
      )}
      {list.data?.items.map((r) => (
        <ReminderRow key={r.id} reminder={r} onEdit={() => open({ reminder: r })} onCancel={() => cancel.mutate(r)} onSnooze={snooze} />
      ))}
      <AutomaticOf application={application} />
    </Card>
  )
}
