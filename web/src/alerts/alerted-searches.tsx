import { Anchor, List, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { SavedFilter } from '~/api/models'
import { alertState } from '~/jobs/filter-alerts'
import { searchAddress, searchOf } from '~/jobs/search-state'

export const withAlerts = (searches: SavedFilter[] = []) => searches.filter((s) => s.alert)

/** AlertedSearches leads to the saved searches that have alerts, and says how often each alerts. */
export function AlertedSearches({ searches }: { searches: SavedFilter[] }) {
  return (
    <List listStyleType="none" size="sm">
      {searches.map((s) => (
        <List.Item key={s.id}>
          <Anchor component={Link} to={searchAddress(searchOf(s.filters))} inherit>
            <bdi>{s.name}</bdi>
          </Anchor>{' '}
          <Text span inherit c="dimmed">
            {alertState(s)}
          </Text>
        </List.Item>
      ))}
    </List>
  )
}
