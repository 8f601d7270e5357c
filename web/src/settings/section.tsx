import { Card, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const red = { borderColor: 'color-mix(in srgb, var(--mantine-color-error) 45%, var(--line))' }

interface Props {
  id?: string
  title: string
  lead: string
  danger?: boolean
  children: ReactNode
}

/** Section is a part of the settings. An address that ends with its id leads to it. */
export function Section({ id, title, lead, danger, children }: Props) {
  const { hash } = useLocation()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (id && hash === `#${id}`) card.current?.scrollIntoView()
  }, [id, hash])
  return (
    <Card component="section" ref={card} id={id} style={{ scrollMarginTop: '5rem', ...(danger && red) }}>
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
