import type { CSSProperties } from 'react'
import type { ApplicationStatus } from '~/api/models'
import classes from './dot.module.css'
import { closedStatuses, statusColor } from './status'

/** These would look like another status of their colour and shape. */
const hollow: ApplicationStatus[] = ['SAVED', 'GHOSTED']

/** Dot is the sign of a status: round while it is open, square once it is closed. No two look the same. */
export function Dot({ status }: { status: ApplicationStatus }) {
  return (
    <span
      className={classes.dot}
      style={{ '--dot': `var(--mantine-color-${statusColor[status]}-5)` } as CSSProperties}
      data-closed={closedStatuses.includes(status) || undefined}
      data-hollow={hollow.includes(status) || undefined}
      aria-hidden
    />
  )
}
