const now = { title: '', unread: 0 }

/** setTitle changes the title of the tab: what the page is about, and before it how many notifications are unread. */
export function setTitle(change: Partial<typeof now>) {
  Object.assign(now, change)
  const mark = now.unread > 0 ? `(${now.unread > 99 ? '99+' : now.unread}) ` : ''
  document.title = mark + (now.title ? `${now.title} · Rolecall` : 'Rolecall')
}
