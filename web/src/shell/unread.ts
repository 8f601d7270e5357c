import { useEffect } from 'react'
import { useUnreadCount } from '~/inbox/notifications'
import { useToken } from '~/session/session'
import { setTitle } from './title'

/** useUnreadMark shows on the tab, and on the icon of the installed app, that notifications are unread. */
export function useUnreadMark() {
  const token = useToken()
  const { data = 0 } = useUnreadCount()
  const count = token ? data : 0
  useEffect(() => {
    setTitle({ unread: count })
    document.querySelector('link[rel=icon]')?.setAttribute('href', count > 0 ? '/favicon-unread.svg' : '/favicon.svg')
    // Only installed apps have an icon to mark, and not in every browser.
    if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined)
  }, [count])
}
