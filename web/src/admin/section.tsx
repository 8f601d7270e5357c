import { Card, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

interface Props {
  title: string
  help?: string
  action?: ReactNode
  children: ReactNode
}

/** Section is a card with a title, a line of help and a button. */
export function Section({ title, help, action, children }: Props) {
  return (
    <Card component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" className={classes.head}>
        <div>
          <Title order={2} fz="h3">
            {title}
          </Title>
          {help && (
            <Text size="sm" c="dimmed" maw="40rem" style={{ overflowWrap: 'anywhere' }}>
              {help}
            </Text>
          )}
        </div>
        {action}
      </Group>
      {children}
    </Card>
  )
}
