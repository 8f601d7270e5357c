import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core'
import { IconBellCheck, IconBellRinging, IconPencil, IconRepeat, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Application, Reminder } from '~/api/models'
import { dotted } from '~/format/bidi'
import { formatAgo, formatInstant } from '~/format/date'
import { focusBeside } from '~/shell/focus'
import { text } from '~/text'
import classes from './reminders.module.css'
import { SnoozeMenu } from './snooze-menu'

interface Props {
  reminder: Reminder
  application?: Application
  onEdit: () => void
  onCancel: () => void
  onSnooze: (snooze: { id: string; at: string; before?: string }) => void
}

/** ReminderRow shows one reminder: when, about what, and how. */
export function ReminderRow({ reminder: r, application, onEdit, onCancel, onSnooze }: Props) {
  const fired = r.status === 'FIRED'
  const due = fired ? undefined : r.triggerAtUtc
  const channels = (fired ? r.channelsFired : r.channels) ?? []
  return (
    <div className={classes.row} data-reminder={r.id}>
      <Text c={fired ? 'dimmed' : 'var(--accent)'} className={classes.icon}>
        {fired ? (
          <IconBellCheck size={19} stroke={1.7} aria-label={text.reminders.fired} role="img" />
        ) : (
          <IconBellRinging size={19} stroke={1.7} aria-hidden />
        )}
      </Text>
      <div className={classes.what}>
        <Text fw={570} size="sm">
          {r.title}
        </Text>
        <Text size="xs" c="dimmed">
          {fired && r.firedAtUtc
            ? text.reminders.firedAt(formatInstant(r.firedAtUtc))
            : `${formatInstant(r.triggerAtUtc)} · ${formatAgo(r.triggerAtUtc)}`}
        </Text>
        {application && (
          <Text size="xs" component={Link} to={`/tracker/${application.id}`} c="var(--accent)" td="none" display="block">
            {dotted(application.job.title, application.job.company)}
          </Text>
        )}
        {r.note && (
          <Text size="sm" mt={4} style={{ whiteSpace: 'pre-line' }}>
            {r.note}
          </Text>
        )}
        <Group gap={6} mt={6}>
          {r.repeat && !fired && (
            <Badge size="sm" variant="default" tt="none" fw={500} leftSection={<IconRepeat size={12} aria-hidden />}>
              {text.reminders.repeats[r.repeat]}
            </Badge>
          )}
          {channels.map((c) => (
            <Badge key={c} size="sm" variant="default" tt="none" fw={500}>
              {text.reminders.channel[c]}
            </Badge>
          ))}
          {r.stage && (
            <Badge size="sm" variant="default" tt="none" fw={500}>
              {text.status[r.stage]}
            </Badge>
          )}
          {fired && channels.length === 0 && (
            <Text size="xs" c="dimmed">
              {text.reminders.silent}
            </Text>
          )}
        </Group>
      </div>
      <div className={classes.actions}>
        <SnoozeMenu title={r.title} due={due} onSnooze={(at) => onSnooze({ id: r.id, at, before: due })} />
        {!fired && (
          <>
            <Tooltip label={text.edit}>
              <ActionIcon aria-label={text.reminders.editOne(r.title)} onClick={onEdit}>
                <IconPencil size={17} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={text.reminders.cancel}>
              <ActionIcon
                aria-label={text.reminders.cancelOne(r.title)}
                data-removes
                onClick={(e) => {
                  focusBeside(e.currentTarget)
                  onCancel()
                }}
              >
                <IconX size={17} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </div>
    </div>
  )
}
