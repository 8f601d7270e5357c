import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import classes from './toast-list.module.css'

export { notifications } from '@mantine/notifications'

export default function ToastList() {
  return <Notifications position="bottom-center" limit={3} containerWidth={440} classNames={{ root: classes.toasts }} />
}
