import { ActionIcon, type ActionIconProps, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { formatNumber } from '~/format/number'
import { useUnreadCount } from '~/inbox/notifications'
import { text } from '~/text'
import { onDemand } from './on-demand'

/** BellCount puts the number of unread notices on the bell. */
export function BellCount({ children }: { children: ReactNode }) {
  const { data: count = 0 } = useUnreadCount()
  return (
    <Indicator label={count > 99 ? '99+' : formatNumber(count)} disabled={count === 0} size={17} offset={6} color="rose.7" styles={{ indicator: { fontSize: 10, fontWeight: 650, pointerEvents: 'none' } }}>
      {children}
    </Indicator>
  )
}

export function BellButton(props: ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>) {
  const { data: count = 0 } = useUnreadCount()
  return (
    <ActionIcon size="lg" aria-label={text.inbox.bell(count)} aria-haspopup="dialog" data-testid="bell" {...props}>
      <IconBell size={20} stroke={1.7} />
    </ActionIcon>
  )
}

/** Bell shows how many notices are unread and, when pressed, the newest of them. */
export const Bell = onDemand(
  () => import('./bell'),
  (_: object, press) => (
    <BellCount>
      <BellButton onClick={press} />
    </BellCount>
  ),
)
