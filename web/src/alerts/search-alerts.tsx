import { Anchor, Group, Select, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { alertRhythms } from '~/api/enums'
import type { AlertRhythm, SavedFilter } from '~/api/models'
import { alertState, muteState, useFilterAlert } from '~/jobs/filter-alerts'
import { searchAddress, searchOf } from '~/jobs/search-state'
import { text } from '~/text'

export const withAlerts = (searches: SavedFilter[] = []) => searches.filter((s) => s.alert)

const OFF = 'off'

/** SearchAlerts leads to saved searches and sets how often each alerts. Give it those that are off as well, to be turned on again. */
export function SearchAlerts({ searches }: { searches: SavedFilter[] }) {
  return (
    <Stack component="ul" gap="xs" mt="xs" p={0} style={{ listStyle: 'none' }}>
      {searches.map((s) => (
        <SearchAlert key={s.id} search={s} />
      ))}
    </Stack>
  )
}

function SearchAlert({ search }: { search: SavedFilter }) {
  const { setRhythm } = useFilterAlert(search)
  return (
    <Group component="li" gap="sm">
      <Select
        aria-label={text.alerts.labelOf(search.name)}
        data={[...alertRhythms.map((r) => ({ value: r, label: text.alerts.rhythms[r] })), { value: OFF, label: text.alerts.off }]}
        value={search.alert?.rhythm ?? OFF}
        onChange={(r) => setRhythm(r === OFF ? null : (r as AlertRhythm))}
        allowDeselect={false}
        size="sm"
        w={150}
      />
      <Anchor component={Link} to={searchAddress(searchOf(search.filters))} size="sm">
        <bdi>{search.name}</bdi>
      </Anchor>
      {search.alert && muteState(search.alert) && (
        <Text span size="sm" c="dimmed">
          {alertState(search)}
        </Text>
      )}
    </Group>
  )
}
