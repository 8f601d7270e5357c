import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import type { JobSummary } from '~/api/models'
import type { TargetButton } from '~/shell/on-demand'
import { NeverItems } from './never-items'

const NeverTitle = lazy(() => import('./never-title'))

/** RowMenu hides what a row of a list shows, or more of the kind. */
export default function RowMenu({ job, Button }: { job: JobSummary; Button: TargetButton }) {
  const [asking, dialog] = useDisclosure()
  return (
    <>
      <Menu position="bottom-end" defaultOpened>
        <Menu.Target>
          <Button />
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
