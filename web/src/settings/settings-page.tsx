import { SegmentedControl, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Page } from '~/shell/page'
import { text } from '~/text'

/** SettingsPage is the frame of the two settings pages. */
export function SettingsPage({ tab, children }: { tab: 'general' | 'security'; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <Page title={text.settings.title} narrow>
      <SegmentedControl
        mb="lg"
        value={tab}
        onChange={(v) => void navigate(v === 'general' ? '/settings' : '/settings/security')}
        data={[
          { value: 'general', label: text.settings.general },
          { value: 'security', label: text.settings.security },
        ]}
        aria-label={text.settings.title}
      />
      <Stack gap="lg">{children}</Stack>
    </Page>
  )
}
