import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { JobSummary } from '~/api/models'
import { onDemand } from '~/shell/on-demand'
import { text } from '~/text'

interface Props {
  job: JobSummary
  applicationId: string | undefined
  /** Absent once the user has applied. */
  onApplied: (() => void) | undefined
  /** Absent until then, and once there was an answer. */
  onUnapplied: (() => void) | undefined
}

function JobMenuButton(props: ComponentProps<'button'>) {
  return (
    <ActionIcon variant="default" size={36} aria-label={text.more} aria-haspopup="menu" {...props}>
      <IconDots size={18} />
    </ActionIcon>
  )
}

export const JobMenu = onDemand<Props>(() => import('./job-menu'), JobMenuButton)
