import { Alert, Button, Group, Text } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconCloudOff, IconHourglass } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { explain, hasStatus } from '~/api/error'
import { text } from '~/text'
import classes from './page.module.css'
import { Lines } from './skeletons'

interface EmptyProps {
  icon: Icon
  /** Left out where the heading of the page says it already. */
  title?: string
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
      {title && (
        <Text fw={620} size="lg" component="h2">
          {title}
        </Text>
      )}
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

/** Failure says what went wrong and offers another try, unless the thing does not exist. */
export function Failure({ error, retry }: { error: unknown; retry: () => unknown }) {
  const Emblem = hasStatus(error, 0) ? IconCloudOff : IconAlertTriangle
  return (
    <Alert color="rose" variant="light" radius="lg" role="alert" icon={<Emblem size={18} />} title={text.errors.title}>
      <Text size="sm">{explain(error)}</Text>
      {!hasStatus(error, 404) && (
        <Button mt="sm" size="xs" variant="default" onClick={() => retry()}>
          {text.tryAgain}
        </Button>
      )}
    </Alert>
  )
}

interface QueryStateProps {
  query: { isPending: boolean; isPaused: boolean; isError: boolean; error: unknown; refetch: () => unknown }
  lines: number
  height?: number
}

/** QueryState shows grey lines until a query answers, what went wrong if it fails, and that it waits for a connection. */
export function QueryState({ query, lines, height }: QueryStateProps) {
  if (query.isError) return <Failure error={query.error} retry={query.refetch} />
  if (query.isPending && query.isPaused) return <Text c="dimmed">{text.phone.partNotKept}</Text>
  return query.isPending && <Lines count={lines} height={height} />
}

interface ProblemProps {
  error: unknown
  /** A form that shows errors beside its fields needs no second message. */
  form?: { errors: object }
  /** What to say instead of the error's own explanation. */
  children?: ReactNode
}

/** Problem says inside a form why it could not be sent. */
export function Problem({ error, form, children }: ProblemProps) {
  if (!error || Object.keys(form?.errors ?? {}).length > 0) return null
  return (
    <Alert color="rose" variant="light" role="alert">
      {children || explain(error)}
    </Alert>
  )
}

/** SearchFailure says why a search failed or how far the search index is; then the page asks again by itself. */
export function SearchFailure({ query: { error, refetch } }: { query: { error: Error | null; refetch: () => unknown } }) {
  if (!hasStatus(error, 503)) return <Failure error={error} retry={refetch} />
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
