import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Toasts is where short messages stand. It loads once the page stands, before a lost connection could keep it away. */
export default function Toasts() {
  return <Notifications position="bottom-center" limit={3} containerWidth={440} />
}

export { notifications } from '@mantine/notifications'
