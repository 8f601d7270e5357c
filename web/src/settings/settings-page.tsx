import { SegmentedControl, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { usePlatform } from '~/shell/notices'
import { Page } from '~/shell/page'
import { text } from '~/text'

const addresses = { general: '/settings', channels: '/settings/channels', security: '/settings/security' }

type Tab = keyof typeof addresses

/** SettingsPage is the frame of the settings pages. */
export function SettingsPage({ tab, children }: { tab: Tab; children: ReactNode }) {
  const navigate = useNavigate()
  const version = usePlatform().data?.version
  return (
    <Page title={text.nav.settings} narrow>
      <SegmentedControl
        mb="lg"
        value={tab}
        onChange={(v) => void navigate(addresses[v as Tab])}
        data={[
          { value: 'general', label: text.settings.general },
          { value: 'channels', label: text.settings.channels },
          { value: 'security', label: text.nav.security },
        ]}
        aria-label={text.nav.settings}
      />
      <Stack gap="lg">{children}</Stack>
      {version && (
        <Text c="dimmed" size="sm" mt="lg">
          {text.settings.version(version)}
        </Text>
      )}
    </Page>
  )
}
