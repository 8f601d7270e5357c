import { Alert, Anchor, Group, Select, Stack, Switch, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useAlertSettings } from '~/alerts/queries'
import { SearchAlerts, withAlerts } from '~/alerts/search-alerts'
import { weekdays } from '~/api/enums'
import type { Weekday } from '~/api/models'
import { formatHour } from '~/format/date'
import { useSavedFilters } from '~/jobs/saved-queries'
import { QueryState } from '~/shell/states'
import { text } from '~/text'
import { Section } from './section'

const hours = Array.from({ length: 24 }, (_, h) => ({ value: String(h), label: formatHour(h) }))

/** Alerts sets when and how the user hears of new jobs for their searches. */
export function Alerts() {
  const { query, change } = useAlertSettings()
  const settings = query.data
  const saved = useSavedFilters()
  const on = withAlerts(saved.data).length
  const hourSelect = { data: hours, allowDeselect: false, w: 120 }
  return (
    <Section id="alerts" title={text.alerts.title} lead={text.alerts.settingsLead}>
      {settings ? (
        <Stack gap="lg">
          {saved.isSuccess && (
            <div>
              <Text size="sm">{on > 0 ? text.alerts.onFor(on) : saved.data.length > 0 ? text.alerts.noneOn : text.alerts.emptyHint}</Text>
              {saved.data.length > 0 && <SearchAlerts searches={saved.data} />}
              {on > 0 && !settings.email && (
                <Alert color="amber" variant="light" mt="sm" role="status">
                  {text.alerts.mailsOff}
                </Alert>
              )}
              <Anchor component={Link} to="/alerts" size="sm" mt="xs" display="inline-block">
                {text.alerts.all}
              </Anchor>
            </div>
          )}
          <Group align="flex-end">
            <Select
              label={text.alerts.hour}
              value={String(settings.hour)}
              onChange={(h) => change({ hour: Number(h) })}
              {...hourSelect}
              w={200}
            />
            <Select
              label={text.alerts.weekday}
              data={weekdays.map((d) => ({ value: d, label: text.alerts.weekdays[d] }))}
              value={settings.weekday}
              onChange={(d) => change({ weekday: d as Weekday })}
              allowDeselect={false}
            />
          </Group>
          <Switch
            label={text.alerts.quiet}
            description={text.alerts.quietHelp}
            checked={settings.quietFrom != null}
            onChange={(e) => change(e.currentTarget.checked ? { quietFrom: 22, quietUntil: 7 } : { quietFrom: null, quietUntil: null })}
          />
          {settings.quietFrom != null && (
            <Group>
              <Select
                label={text.alerts.quietFrom}
                value={String(settings.quietFrom)}
                onChange={(h) => change({ quietFrom: Number(h) })}
                {...hourSelect}
                data={hours.filter((h) => h.value !== String(settings.quietUntil))}
              />
              <Select
                label={text.alerts.quietUntil}
                value={String(settings.quietUntil)}
                onChange={(h) => change({ quietUntil: Number(h) })}
                {...hourSelect}
                data={hours.filter((h) => h.value !== String(settings.quietFrom))}
              />
            </Group>
          )}
          {(['email', 'inApp'] as const).map((channel) => (
            <Switch
              key={channel}
              label={text.alerts[channel]}
              description={text.alerts[`${channel}Help`]}
              checked={settings[channel]}
              onChange={(e) => change({ [channel]: e.currentTarget.checked })}
            />
          ))}
        </Stack>
      ) : (
        <QueryState query={query} lines={1} height={220} />
      )}
    </Section>
  )
}
