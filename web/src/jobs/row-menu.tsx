import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { JobSummary } from '~/api/models'
import { type TargetButton, useOpening } from '~/shell/on-demand'
import { NeverItems } from './never-items'

const NeverTitle = lazy(() => import('./never-title'))

interface Props {
  job: JobSummary
  button: ComponentProps<'button'>
  Button: TargetButton
}

/** RowMenu hides what a row of a list shows, or more of the kind. */
export default function RowMenu({ job, button, Button }: Props) {
  const [asking, dialog] = useDisclosure()
  return (
    <>
      <Menu position="bottom-end" {...useOpening()}>
        <Menu.Target>
          <Button {...button} autoFocus />
        </Menu.Target>
        <Menu.Dropdown>
          <NeverItems job={job} onTitle={dialog.open} />
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <Suspense fallback={null}>
          <NeverTitle title={job.title} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
