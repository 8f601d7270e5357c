import { Menu, Text } from '@mantine/core'
import { IconInbox, IconKeyboard, IconLogout, IconSettings, IconShieldLock, IconTool } from '@tabler/icons-react'
import { Link } from 'react-router'
import { leave, useAccount } from '~/session/account'
import { text } from '~/text'
import { type TargetButton, useOpening } from './on-demand'
import { openHelp } from './sheets'

/** AccountMenu leads to the pages of the person who is signed in. */
export default function AccountMenu({ Button }: { Button: TargetButton }) {
  const { data: account } = useAccount()
  return (
    <Menu position="bottom-end" width={240} {...useOpening()}>
      <Menu.Target>
        <Button autoFocus />
      </Menu.Target>
      <Menu.Dropdown>
        {account && (
          <div style={{ padding: '0.5rem 0.75rem' }}>
            <Text size="sm" fw={600} truncate>
              {account.firstName} {account.lastName}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {account.email}
            </Text>
          </div>
        )}
        <Menu.Divider />
        <Menu.Item component={Link} to="/inbox" leftSection={<IconInbox size={16} />}>
          {text.inbox.title}
        </Menu.Item>
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} />}>
          {text.nav.settings}
        </Menu.Item>
        <Menu.Item component={Link} to="/settings/security" leftSection={<IconShieldLock size={16} />}>
          {text.nav.security}
        </Menu.Item>
        {account?.isAdmin && (
          <Menu.Item component={Link} to="/admin" leftSection={<IconTool size={16} />}>
            {text.nav.admin}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openHelp}>
          {text.nav.shortcuts}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={leave}>
          {text.nav.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
