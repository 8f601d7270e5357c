import { Menu } from '@mantine/core'
import { useClipboard, useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconBuildingOff, IconCheck, IconLayoutKanban, IconLink } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { JobSummary } from '~/api/models'
import { useToken } from '~/session/session'
import { type TargetButton, useOpening } from '~/shell/on-demand'
import { said, undoable } from '~/shell/toast'
import { text } from '~/text'
import { NeverItems } from './never-items'
import { excluding, parseSearch, searchAddress } from './search-state'

const NeverTitle = lazy(() => import('./never-title'))

interface Props {
  job: JobSummary
  applicationId: string | undefined
  /** Absent once the user has applied. */
  onApplied: (() => void) | undefined
  /** Absent until then, and once there was an answer. */
  onUnapplied: (() => void) | undefined
  Button: TargetButton
}

/** JobMenu offers what is done less often with a posting. */
export default function JobMenu({ job, applicationId, onApplied, onUnapplied, Button }: Props) {
  const clipboard = useClipboard()
  const share = () => {
    clipboard.copy(`${window.location.origin}/find?job=${job.id}`)
    said(text.jobs.linkCopied)
  }
  const token = useToken()
  const [asking, dialog] = useDisclosure()
  const navigate = useNavigate()
  const here = useLocation()
  const exclude = () => {
    const search = parseSearch(new URLSearchParams(here.search))
    void navigate(searchAddress({ ...search, ...excluding(search, job.company.name) }))
    undoable(text.jobs.excluded(job.company.name), () => void navigate(here.pathname + here.search))
  }
  return (
    <>
      <Menu position="bottom-end" {...useOpening()}>
        <Menu.Target>
          <Button autoFocus />
        </Menu.Target>
        <Menu.Dropdown>
          {onApplied && (
            <Menu.Item leftSection={<IconCheck size={16} />} onClick={onApplied}>
              {text.jobs.markApplied}
            </Menu.Item>
          )}
          {onUnapplied && (
            <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={onUnapplied}>
              {text.jobs.unmarkApplied}
            </Menu.Item>
          )}
          {applicationId && (
            <Menu.Item leftSection={<IconLayoutKanban size={16} />} component={Link} to={`/tracker/${applicationId}`}>
              {text.jobs.openCard}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLink size={16} />} onClick={share}>
            {text.jobs.copyLink}
          </Menu.Item>
          <Menu.Divider />
          {/* Without an account there is no list: the company is left out of this search. */}
          {token ? (
            <NeverItems job={job} onTitle={dialog.open} />
          ) : (
            <Menu.Item leftSection={<IconBuildingOff size={16} />} onClick={exclude}>
              {text.jobs.excludeThis}
            </Menu.Item>
          )}
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
