import { Card, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function Section({ title, lead, danger, children }: { title: string; lead?: ReactNode; danger?: boolean; children: ReactNode }) {
  return (
    <Card component="section" style={danger ? { borderColor: 'color-mix(in srgb, var(--mantine-color-error) 45%, var(--line))' } : undefined}>
      <Title order={2} fz="h3">
        {title}
      </Title>
      {lead && (
        <Text size="sm" c="dimmed" mt={2} mb="md">
          {lead}
        </Text>
      )}
      {children}
    </Card>
  )
}
