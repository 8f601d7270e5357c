import { ActionIcon, Avatar } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useAccount } from '~/session/account'
import { text } from '~/text'
import { onDemand } from './on-demand'

function AccountButton(props: ComponentProps<'button'>) {
  const { data: account } = useAccount()
  const name = account && `${account.firstName} ${account.lastName}`
  return (
    <ActionIcon size="lg" radius="xl" aria-label={name ? text.nav.accountOf(name) : text.nav.account} aria-haspopup="menu" {...props}>
      <Avatar size={32} radius="xl" color="pine" name={name} alt="" />
    </ActionIcon>
  )
}

export const AccountMenu = onDemand(() => import('./account-menu'), AccountButton)
