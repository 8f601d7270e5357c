import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import classes from './toast-list.module.css'

export { notifications } from '@mantine/notifications'

// A rule for dialogs alone: every element inherits a variable of the page, so each frame of a toast that slides in would have the
// browser work out the styles of the whole page again.
const heights = document.createElement('style')
document.head.append(heights)

/** measure tells the styles how high the toasts are, because an open dialog leaves them that much room at the top. */
function measure(list: HTMLDivElement | null) {
  // The library passes the ref to a list for each position.
  if (list?.dataset.position !== 'bottom-center' || typeof ResizeObserver === 'undefined') return
  const page = document.documentElement
  const observer = new ResizeObserver(() => {
    page.toggleAttribute('data-toasts', list.offsetHeight > 0)
    heights.textContent = `.mantine-Drawer-inner, .mantine-Modal-inner { --toasts-height: ${list.offsetHeight}px }`
  })
  observer.observe(list)
  return () => {
    observer.disconnect()
    page.removeAttribute('data-toasts')
  }
}

const BELOW_MENUS = 250 // dialogs are at 200, menus at 300: a toast must not cover the entry that is to be chosen

export default function ToastList() {
  return (
    <Notifications
      ref={measure}
      position="bottom-center"
      limit={3}
      containerWidth={440}
      zIndex={BELOW_MENUS}
      classNames={{ root: classes.toasts }}
    />
  )
}
