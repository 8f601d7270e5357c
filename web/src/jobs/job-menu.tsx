import { Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconLayoutKanban, IconLink } from '@tabler/icons-react'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { JobMenuButton, type JobMenuProps } from './job-menu-button'

/** JobMenuOpen is what is done less often with a posting. */
export default function JobMenuOpen({ job, tracked, onTrack }: JobMenuProps) {
  const clipboard = useClipboard()
  const share = () => {
    clipboard.copy(`${window.location.origin}/find?job=${job.id}`)
    said(text.jobs.linkCopied)
  }
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>
        <JobMenuButton />
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
      </Menu.Dropdown>
    </Menu>
  )
}
