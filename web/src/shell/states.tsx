import { Alert, Button, Group, Text } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconCloudOff, IconHourglass } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { explain, hasStatus } from '~/api/error'
import { text } from '~/text'
import classes from './page.module.css'

interface EmptyProps {
  icon: Icon
  title: string
  children?: ReactNode
  action?: ReactNode
  plain?: boolean
}

/** Empty says why nothing is here and what to do next. */
export function Empty({ icon: Emblem, title, children, action, plain }: EmptyProps) {
  return (
    <div className={classes.empty} data-plain={plain || undefined}>
      <div className={classes.emblem}>
        <Emblem size={24} stroke={1.6} aria-hidden />
      </div>
      <Text fw={620} size="lg" component="h2">
        {title}
      </Text>
      {children && (
        <Text c="dimmed" maw="30rem">
          {children}
        </Text>
      )}
      {action && (
        <Group mt="md" justify="center">
          {action}
        </Group>
      )}
    </div>
  )
}

interface FailureProps {
  error: unknown
  retry?: () => void
}

/** Failure says what went wrong and offers another try, except for what is not there. */
export function Failure({ error, retry }: FailureProps) {
  return (
    <Alert color="rose" variant="light" radius="lg" role="alert" icon={hasStatus(error, 0) ? <IconCloudOff size={18} /> : <IconAlertTriangle size={18} />} title={text.errors.title}>
      <Text size="sm">{explain(error)}</Text>
      {retry && !hasStatus(error, 404) && (
        <Button mt="sm" size="xs" variant="default" onClick={retry}>
          {text.tryAgain}
        </Button>
      )}
    </Alert>
  )
}

/** NotReady says how far the service is, for a page that asks again by itself. */
export function NotReady({ error }: { error: Error }) {
  return (
    <div role="status">
      <Empty plain icon={IconHourglass} title={text.errors.notReady}>
        {error.message}
        <br />
        {text.errors.retrying}
      </Empty>
    </div>
  )
}
