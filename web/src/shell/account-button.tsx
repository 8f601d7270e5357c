import { ActionIcon, type ActionIconProps, Avatar } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { useAccount } from '~/session/account'
import { text } from '~/text'
import { onDemand } from './on-demand'

/** AccountButton shows who is signed in. */
export function AccountButton(props: ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>) {
  const { data: account } = useAccount()
  const name = account ? `${account.firstName} ${account.lastName}` : text.nav.account
  return (
    <ActionIcon size="lg" radius="xl" aria-label={text.nav.accountOf(name)} aria-haspopup="menu" {...props}>
      <Avatar size={32} radius="xl" color="pine" name={account ? name : undefined} alt="" />
    </ActionIcon>
  )
}

export const AccountMenu = onDemand(
  () => import('./account-menu'),
  (_: object, press) => <AccountButton onClick={press} />,
)
