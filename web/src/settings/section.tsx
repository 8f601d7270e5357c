import { Card, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

const red = { borderColor: 'color-mix(in srgb, var(--mantine-color-error) 45%, var(--line))' }

export function Section({ title, lead, danger, children }: { title: string; lead: string; danger?: boolean; children: ReactNode }) {
  return (
    <Card component="section" style={danger ? red : undefined}>
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
