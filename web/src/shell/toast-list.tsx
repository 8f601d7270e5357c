import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

export { notifications } from '@mantine/notifications'

export default function ToastList() {
  return <Notifications position="bottom-center" limit={3} containerWidth={440} />
}
