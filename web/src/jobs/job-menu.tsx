import { Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconBuildingOff, IconCheck, IconLayoutKanban, IconLink } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router'
import type { ApplicationStatus, JobSummary } from '~/api/models'
import type { TargetButton } from '~/shell/on-demand'
import { said, undoable } from '~/shell/toast'
import { text } from '~/text'
import { excluding, parseSearch, searchAddress } from './search-state'

interface Props {
  job: JobSummary
  tracked: boolean
  onTrack: (status: ApplicationStatus) => void
  Button: TargetButton
}

/** JobMenu offers what is done less often with a posting. */
export default function JobMenu({ job, tracked, onTrack, Button }: Props) {
  const clipboard = useClipboard()
  const share = () => {
    clipboard.copy(`${window.location.origin}/find?job=${job.id}`)
    said(text.jobs.linkCopied)
  }
  const navigate = useNavigate()
  const here = useLocation()
  const exclude = () => {
    const search = parseSearch(new URLSearchParams(here.search))
    void navigate(searchAddress({ ...search, ...excluding(search, job.company.name) }))
    undoable(text.jobs.excluded(job.company.name), () => void navigate(here.pathname + here.search))
  }
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>
        <Button />
      </Menu.Target>
      <Menu.Dropdown>
        {!tracked && (
          <>
            <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => onTrack('APPLIED')}>
              {text.jobs.markApplied}
            </Menu.Item>
            <Menu.Item leftSection={<IconLayoutKanban size={16} />} onClick={() => onTrack('SAVED')}>
              {text.jobs.toBoard}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconLink size={16} />} onClick={share}>
          {text.jobs.copyLink}
        </Menu.Item>
        <Menu.Item leftSection={<IconBuildingOff size={16} />} onClick={exclude}>
          {text.jobs.excludeThis}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
