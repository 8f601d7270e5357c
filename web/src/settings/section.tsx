import { Card, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

const red = { borderColor: 'color-mix(in srgb, var(--mantine-color-error) 45%, var(--line))' }

interface Props {
  id?: string
  title: string
  lead: string
  danger?: boolean
  children: ReactNode
}

export function Section({ id, title, lead, danger, children }: Props) {
  return (
    <Card component="section" id={id} style={danger ? red : undefined}>
      <Title order={2} fz="h3">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mt={2} mb="md">
        {lead}
      </Text>
      {children}
    </Card>
  )
}
