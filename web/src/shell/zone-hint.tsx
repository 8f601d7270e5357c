import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { foreignZone } from '~/format/zone'
import { text } from '~/text'

/** ZoneHint says in which zone times are, and leads to where it is changed, if it is not the zone of this device. */
export function ZoneHint() {
  const zone = foreignZone()
  return (
    zone && (
      <Text size="xs" c="dimmed">
        {text.tracker.stepHint(zone)}{' '}
        <Anchor component={Link} to="/settings#time-zone" inherit>
          {text.settings.zone}
        </Anchor>
      </Text>
    )
  )
}
