import { Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './filters.module.css'

interface Props {
  title: string
  /** How many of its filters are set. */
  set: number
  initiallyOpen: boolean
  children: ReactNode
}

/** Fold is a group of filters below a heading that shows and hides them. */
export function Fold({ title, set, initiallyOpen, children }: Props) {
  const [open, setOpen] = useState(initiallyOpen)
  const id = useId()
  return (
    <section>
      <UnstyledButton className={classes.heading} onClick={() => setOpen(!open)} aria-expanded={open} aria-controls={id}>
        <Text size="sm" fw={600} component="h2">
          {title}
          {set > 0 && <span className={classes.badge}>{set}</span>}
        </Text>
        <IconChevronDown size={16} className={classes.chevron} data-open={open || undefined} aria-hidden />
      </UnstyledButton>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </section>
  )
}
