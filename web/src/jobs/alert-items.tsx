import { Menu } from '@mantine/core'
import { IconBellRinging, IconCheck } from '@tabler/icons-react'
import { alertRhythms } from '~/api/enums'
import type { SavedFilter } from '~/api/models'
import { text } from '~/text'
import { muteState, useFilterAlert } from './filter-alerts'

/** AlertItems sets how often the user is alerted to new postings for a search. */
export function AlertItems({ search }: { search: SavedFilter }) {
  const { setRhythm, unmute } = useFilterAlert(search)
  const present = search.alert?.rhythm ?? null
  return (
    <>
      <Menu.Label>{text.alerts.label}</Menu.Label>
      {[null, ...alertRhythms].map((rhythm) => (
        <Menu.Item
          key={rhythm}
          role="menuitemradio"
          aria-checked={rhythm === present}
          leftSection={<IconCheck size={15} opacity={rhythm === present ? 1 : 0} />}
          onClick={() => setRhythm(rhythm)}
        >
          {rhythm ? text.alerts.rhythms[rhythm] : text.alerts.off}
        </Menu.Item>
      ))}
      {search.alert && muteState(search.alert) && (
        <Menu.Item leftSection={<IconBellRinging size={15} />} onClick={unmute}>
          {text.alerts.unmute}
        </Menu.Item>
      )}
    </>
  )
}
