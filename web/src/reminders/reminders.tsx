import { Button, Card, Divider, Switch } from '@mantine/core'
import { IconBellPlus, IconPlus } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { Page } from '~/shell/page'
import { useShortcut } from '~/shell/shortcuts'
import { Empty, QueryState } from '~/shell/states'
import { ZoneHint } from '~/shell/zone-hint'
import { text } from '~/text'
import { useAllApplications } from '~/tracker/queries'
import { Automatic } from './automatic'
import { Due, useDue } from './due'
import { useReminderChanges, useReminders } from './queries'
import { useReminderForm } from './reminder-form'
import { ReminderRow } from './reminder-row'

/** Reminders lists all reminders, those that have just come first. */
export default function Reminders() {
  const [fired, setFired] = useState(false)
  const list = useReminders(fired)
  const all = useAllApplications()
  const { cancel, snooze } = useReminderChanges()
  const { open, dialog } = useReminderForm()
  useShortcut('n', (e) => {
    e.preventDefault()
    open()
  })
  const due = useDue()
  const items = (list.data?.items ?? []).filter((r) => !due.some((n) => n.reminderId === r.id))
  const noApplications = all.data?.length === 0
  return (
    <Page
      title={text.nav.reminders}
      lead={text.reminders.lead}
      narrow
      actions={
        <Button leftSection={<IconPlus size={17} />} onClick={() => open()} disabled={noApplications}>
          {text.reminders.create}
        </Button>
      }
    >
      {dialog}
      <Due notifications={due} />
      <Switch label={text.reminders.showFired} checked={fired} onChange={(e) => setFired(e.currentTarget.checked)} mb="md" />
      <ZoneHint />
      <QueryState query={list} lines={3} />
      {list.isSuccess && items.length === 0 && due.length === 0 && (
        <Empty
          icon={IconBellPlus}
          title={text.reminders.empty}
          action={
            noApplications ? (
              <Button component={Link} to="/tracker">
                {text.start.openTracker}
              </Button>
            ) : (
              <Button onClick={() => open()}>{text.reminders.create}</Button>
            )
          }
        >
          {noApplications ? text.reminders.needApplication : text.reminders.emptyHint}
        </Empty>
      )}
      {items.length > 0 && (
        <Card py="xs">
          {items.map((r, i) => (
            <Fragment key={r.id}>
              {i > 0 && <Divider />}
              <ReminderRow
                reminder={r}
                application={all.data?.find((a) => a.id === r.applicationId)}
                onEdit={() => open({ reminder: r })}
                onCancel={() => cancel.mutate(r)}
                onSnooze={snooze}
              />
            </Fragment>
          ))}
        </Card>
      )}
      <Automatic />
    </Page>
  )
}
