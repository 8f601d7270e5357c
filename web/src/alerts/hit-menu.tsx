import { ActionIcon, Menu } from '@mantine/core'
import {
  IconAdjustments, IconBellOff, IconBellRinging, IconBellZ, IconBuildingOff, IconCheck, IconDots, IconEyeOff, IconLayoutKanban,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AlertHit, Application, SavedFilter } from '~/api/models'
import { muteState, useFilterAlert } from '~/jobs/filter-alerts'
import { useRuleChanges } from '~/jobs/rules'
import { searchAddress, searchOf } from '~/jobs/search-state'
import { text } from '~/text'

interface Props {
  hit: AlertHit
  /** Absent once the search was deleted. */
  search: SavedFilter | undefined
  application: Application | undefined
  onApplied: () => void
}

/** HitMenu offers what can be done with a posting of an alert and with the search that found it. */
export function HitMenu({ hit, search, application, onApplied }: Props) {
  const { add } = useRuleChanges()
  const never = (kind: 'JOB' | 'COMPANY') => add.mutate({ list: 'NEVER', kind, jobId: hit.jobId })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={text.alerts.actions(hit.title)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(!application || application.status === 'SAVED') && (
          <Menu.Item leftSection={<IconCheck size={16} />} onClick={onApplied}>
            {text.jobs.markApplied}
          </Menu.Item>
        )}
        {application && (
          <Menu.Item leftSection={<IconLayoutKanban size={16} />} component={Link} to={`/tracker/${application.id}`}>
            {text.jobs.openCard}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={() => never('JOB')}>
          {text.rules.hideJob}
        </Menu.Item>
        <Menu.Item leftSection={<IconBuildingOff size={16} />} onClick={() => never('COMPANY')}>
          {text.rules.neverCompany(hit.company)}
        </Menu.Item>
        {search && <SearchItems search={search} />}
      </Menu.Dropdown>
    </Menu>
  )
}

/** SearchItems opens the search of a hit, or mutes its alerts. */
function SearchItems({ search }: { search: SavedFilter }) {
  const { muteWeek, muteForEver, unmute } = useFilterAlert(search)
  const muted = search.alert && muteState(search.alert)
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{search.name}</Menu.Label>
      <Menu.Item leftSection={<IconAdjustments size={16} />} component={Link} to={searchAddress(searchOf(search.filters))}>
        {text.alerts.open}
      </Menu.Item>
      {search.alert && !muted && (
        <Menu.Item leftSection={<IconBellZ size={16} />} onClick={muteWeek}>
          {text.alerts.muteWeek}
        </Menu.Item>
      )}
      {search.alert && (!muted || muted.until) && (
        <Menu.Item leftSection={<IconBellOff size={16} />} onClick={muteForEver}>
          {text.alerts.muteForEver}
        </Menu.Item>
      )}
      {muted && (
        <Menu.Item leftSection={<IconBellRinging size={16} />} onClick={unmute}>
          {text.alerts.unmute}
        </Menu.Item>
      )}
    </>
  )
}
