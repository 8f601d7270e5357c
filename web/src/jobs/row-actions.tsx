import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import type { JobSummary } from '~/api/models'
import { onDemand } from '~/shell/on-demand'
import { text } from '~/text'
import classes from './job-row.module.css'
import { rulesHiding, useRuleChanges, useRules } from './rules'

/** RowActions is beside a row: its menu, or for a hidden posting the way to see it again. */
export function RowActions({ job }: { job: JobSummary }) {
  if (job.hidden) return <ShowAgain job={job} />
  return <RowMenu job={job} button={{ 'aria-label': text.rules.rowMenu(job.title) }} />
}

function RowButton(props: ComponentProps<'button'>) {
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-haspopup="menu"
      {...props}
      className={classes.menu} // the menu passes an empty one
    >
      <IconDots size={16} />
    </ActionIcon>
  )
}

const RowMenu = onDemand<{ job: JobSummary; button: ComponentProps<'button'> }>(() => import('./row-menu'), RowButton)

function ShowAgain({ job }: { job: JobSummary }) {
  const { data } = useRules()
  const { remove } = useRuleChanges()
  const navigate = useNavigate()
  const hiding = rulesHiding(job, data?.items ?? [])
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={classes.again}
      loading={remove.isPending}
      aria-label={text.rules.showAgainOf(job.title)}
      onClick={() => (hiding.length > 0 ? remove.mutate(hiding) : void navigate('/settings#rules'))}
    >
      {text.rules.showAgain}
    </Button>
  )
}
