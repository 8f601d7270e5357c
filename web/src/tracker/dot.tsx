import type { ApplicationStatus } from '~/api/models'
import { statusColor } from './status'

const round = { flex: 'none', display: 'block', width: '0.55rem', height: '0.55rem', borderRadius: '50%' } as const

/** Dot is the colour of a status. */
export function Dot({ status }: { status: ApplicationStatus }) {
  return <span style={{ ...round, background: `var(--mantine-color-${statusColor[status]}-5)` }} aria-hidden />
}
