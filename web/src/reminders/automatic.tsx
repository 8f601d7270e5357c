import { Anchor, Badge, Card, Divider, Group, Text, Title } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { ApplicationDetails, InterviewReminder } from '~/api/models'
import { dotted } from '~/format/bidi'
import { daysUntil, formatAgo, formatInstant } from '~/format/date'
import { QueryState } from '~/shell/states'
import { text } from '~/text'
import { useInterviewReminders } from './queries'
import classes from './reminders.module.css'

const t = text.reminders.automatic

const SettingsLink = () => (
  <Anchor component={Link} to="/settings#notifications" size="sm">
    {t.settings}
  </Anchor>
)

/** Automatic lists the reminders of next steps that come by themselves, and says how to turn them off. */
export function Automatic() {
  const list = useInterviewReminders()
  return (
    <Card component="section" mt="lg">
      <Title order={2} fz="h3">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mt={2}>
        {list.data?.enabled === false ? t.off : t.lead} <SettingsLink />
      </Text>
      <QueryState query={list} lines={1} height={48} />
      {list.data?.enabled && list.data.items.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t.none}
        </Text>
      )}
      {list.data?.items.map((r, i) => (
        <Fragment key={`${r.applicationId}${r.offset}`}>
          {i > 0 && <Divider />}
          <AutomaticRow reminder={r} named />
        </Fragment>
      ))}
    </Card>
  )
}

/** useAutomaticOf returns the automatic reminders of one application. */
export function useAutomaticOf(applicationId: string): InterviewReminder[] {
  return useInterviewReminders().data?.items.filter((r) => r.applicationId === applicationId) ?? []
}

/** AboutAutomatic leads to the setting of the automatic reminders, or says why there is none for the next step. */
export function AboutAutomatic({ application: a }: { application: ApplicationDetails }) {
  const { data } = useInterviewReminders()
  if (useAutomaticOf(a.id).length > 0) {
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {t.title} · <SettingsLink />
      </Text>
    )
  }
  if (!data || !isAhead(a.nextStep)) return null
  const why = !data.enabled ? t.off : a.nextStep?.label ? t.sent : t.unnamed
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {why} {!data.enabled && <SettingsLink />}
    </Text>
  )
}

const HOUR = 3_600_000

/** isAhead reports whether the last reminder of a step is still to come. A step without a time begins in the server's zone. */
function isAhead(step: ApplicationDetails['nextStep']): boolean {
  if (step?.reminderAt) return Date.parse(step.reminderAt) - HOUR > Date.now()
  return !!step?.date && daysUntil(step.date) > 1
}

/** AutomaticRow shows when and before what an automatic reminder comes. */
export function AutomaticRow({ reminder: r, named }: { reminder: InterviewReminder; named?: boolean }) {
  return (
    <div className={classes.row} data-automatic={r.offset}>
      <Text c="dimmed" className={classes.icon}>
        <IconCalendarTime size={19} stroke={1.7} aria-hidden />
      </Text>
      <div className={classes.what}>
        <Text fw={570} size="sm">
          {t.offsets[r.offset](r.label)}
        </Text>
        <Text size="xs" c="dimmed">
          {formatInstant(r.sendAt)} · {formatAgo(r.sendAt)}
        </Text>
        {named && (
          <Text size="xs" component={Link} to={`/tracker/${r.applicationId}`} c="var(--accent)" td="none" display="block">
            {dotted(r.jobTitle, r.companyName)}
          </Text>
        )}
        <Group gap={6} mt={6}>
          <Badge size="sm" variant="default" tt="none" fw={500}>
            {t.badge}
          </Badge>
        </Group>
      </div>
    </div>
  )
}
