import { Button, Card, Group, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ApplicationDetails, Reminder } from '~/api/models'
import { QueryState } from '~/shell/states'
import { text } from '~/text'
import { AboutAutomatic, AutomaticRow, useAutomaticOf } from './automatic'
import { useApplicationReminders, useReminderChanges } from './queries'
import { useReminderForm } from './reminder-form'
import { ReminderRow } from './reminder-row'

/** ApplicationReminders lists the reminders of one application: those to come by their time, automatic ones among them, then past ones. */
export function ApplicationReminders({ application }: { application: ApplicationDetails }) {
  const list = useApplicationReminders(application.id)
  const { cancel, snooze } = useReminderChanges()
  const { open, dialog } = useReminderForm()
  const automatic = useAutomaticOf(application.id)
  const row = (r: Reminder) => (
    <ReminderRow key={r.id} reminder={r} onEdit={() => open({ reminder: r })} onCancel={() => cancel.mutate(r)} onSnooze={snooze} />
  )
  const own = list.data?.items ?? []
  const ahead = [
    ...own.filter((r) => r.status !== 'FIRED').map((r) => ({ at: r.triggerAtUtc, row: row(r) })),
    ...automatic.map((r) => ({ at: r.sendAt, row: <AutomaticRow key={r.offset} reminder={r} /> })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
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
      {ahead.map((r) => r.row)}
      <AboutAutomatic application={application} />
      {own.filter((r) => r.status === 'FIRED').map(row)}
    </Card>
  )
}
