import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '~/shell/brand'
import { useTitle } from '~/shell/page'
import classes from './auth-page.module.css'

/** AuthPage is the frame of the pages for signing in and joining. */
export function AuthPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useTitle(title)
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Brand />
        </div>
        <Title order={1} fz="1.5rem">
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" mt={6} size="sm">
            {lead}
          </Text>
        )}
        {children}
      </div>
    </div>
  )
}
