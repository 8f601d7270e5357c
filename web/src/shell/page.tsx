import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'
import { setTitle } from './title'

export function useTitle(title: string) {
  useEffect(() => setTitle({ title }), [title])
}

interface Props {
  title: string
  /** A BackLink, above the heading. */
  back?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  narrow?: boolean
  wide?: boolean
  children: ReactNode
}

/** Page is the frame of a page: heading, actions and content. */
export function Page({ title, back, lead, actions, narrow, wide, children }: Props) {
  useTitle(title)
  return (
    <div className={classes.page} data-narrow={narrow || undefined} data-wide={wide || undefined}>
      {back && <div className={classes.back}>{back}</div>}
      <Group justify="space-between" align={lead ? 'flex-end' : 'center'} mb="lg" gap="md" className={classes.head}>
        <div>
          <Title order={1}>{title}</Title>
          {lead && (
            <Text c="dimmed" mt={4} maw="44rem">
              {lead}
            </Text>
          )}
        </div>
        {actions && (
          <Group gap="xs" className={classes.actions}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </div>
  )
}
