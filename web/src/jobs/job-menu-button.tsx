import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import type { ApplicationStatus, JobSummary } from '~/api/models'
import { onDemand } from '~/shell/on-demand'
import { text } from '~/text'

export interface JobMenuProps {
  job: JobSummary
  tracked: boolean
  onTrack: (status: ApplicationStatus) => void
}

export function JobMenuButton(props: ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>) {
  return (
    <ActionIcon variant="default" size={36} aria-label={text.more} aria-haspopup="menu" {...props}>
      <IconDots size={18} />
    </ActionIcon>
  )
}

export const JobMenu = onDemand<JobMenuProps>(
  () => import('./job-menu'),
  (_, press) => <JobMenuButton onClick={press} />,
)
