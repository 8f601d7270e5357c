import { Select } from '@mantine/core'
import { useMemo, useSyncExternalStore } from 'react'
import { formatTime } from '~/format/date'
import { browserZone, shownZone } from '~/format/zone'
import { useSetTimeZone } from '~/session/time-zone'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { Section } from './section'

/** TimeZone sets the zone in which the user is shown times. */
export function TimeZone() {
  const zone = useSyncExternalStore(shownZone.subscribe, shownZone.current) ?? browserZone()
  const set = useSetTimeZone()
  // A browser lists one name of each zone, and the saved one may be another.
  const zones = useMemo(() => [...new Set([...Intl.supportedValuesOf('timeZone'), zone])].sort(), [zone])
  return (
    <Section id="time-zone" title={text.settings.zone} lead={text.settings.zoneLead}>
      <Select
        label={text.settings.zoneLabel}
        description={text.settings.zoneNow(formatTime(new Date()))}
        data={zones}
        value={zone}
        onChange={(next) => next && set.mutate(next, { onSuccess: () => said(text.savedState) })}
        disabled={set.isPending}
        searchable
        allowDeselect={false}
        nothingFoundMessage={text.settings.noZone}
        limit={100}
      />
    </Section>
  )
}
