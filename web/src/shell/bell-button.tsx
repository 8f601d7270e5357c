import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { formatNumber } from '~/format/number'
import { useUnreadCount } from '~/inbox/notifications'
import { text } from '~/text'
import { onDemand } from './on-demand'
import { usePhone } from './use-phone'

function BellButton(props: ComponentProps<'button'>) {
  const { data: count = 0 } = useUnreadCount()
  return (
    <ActionIcon size="lg" aria-label={text.inbox.bell(count)} aria-haspopup="dialog" title={text.inbox.title} data-testid="bell" {...props}>
      <IconBell size={20} stroke={1.7} />
    </ActionIcon>
  )
}

const Menu = onDemand(() => import('./bell'), BellButton)

/** Bell shows how many notifications are unread and, when pressed, the newest of them. */
export function Bell() {
  const { data: count = 0 } = useUnreadCount()
  const phone = usePhone()
  return (
    <Indicator
      label={count > 99 ? '99+' : formatNumber(count)}
      disabled={count === 0}
      size={17}
      offset={phone ? 11 : 6} // the button is larger on a phone, the bell is not
      color="rose.7"
      styles={{ indicator: { fontSize: 10, fontWeight: 650, pointerEvents: 'none' } }}
    >
      <Menu />
    </Indicator>
  )
}
