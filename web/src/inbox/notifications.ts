import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, notifications } from '~/api/client'
import type { Notification, NotificationPage, ReadStatus } from '~/api/models'
import { useToken } from '~/session/session'
import { deferred, failed } from '~/shell/toast'
import { text } from '~/text'

const key = ['notifications']
const countKey = [...key, 'count']

const POLL = 20_000

/** useUnreadCount polls the number of unread notifications while the page is visible. */
export function useUnreadCount() {
  const token = useToken()
  return useQuery({
    queryKey: countKey,
    queryFn: async ({ signal }) => (await ask(notifications.GET('/notifications/unread-count', { signal }))).count,
    enabled: token !== null,
    refetchInterval: POLL,
    refetchOnWindowFocus: 'always',
  })
}

/** leaving has what the user deleted while that can still be undone: the server has it until then, and the lists are polled. */
const leaving = new Set<string>()

const withoutLeaving = (page: NotificationPage) => ({ ...page, content: page.content.filter((n) => !leaving.has(n.id)) })

export function useNotifications(readStatus: ReadStatus, page: number, size = 20) {
  return useQuery({
    queryKey: [...key, 'list', readStatus, page, size],
    queryFn: async ({ signal }) =>
      withoutLeaving(await ask(notifications.GET('/notifications', { params: { query: { readStatus, page, size } }, signal }))),
    placeholderData: keepPreviousData,
    refetchInterval: POLL,
  })
}

function useCacheEdit() {
  const client = useQueryClient()
  return {
    edit(change: (n: Notification) => Notification | null) {
      for (const [k, data] of client.getQueriesData<NotificationPage>({ queryKey: [...key, 'list'] })) {
        if (data) client.setQueryData<NotificationPage>(k, { ...data, content: data.content.flatMap((n) => change(n) ?? []) })
      }
    },
    count: (change: (n: number) => number) => client.setQueryData<number>(countKey, (n) => Math.max(change(n ?? 0), 0)),
    settle: () => client.invalidateQueries({ queryKey: key }),
  }
}

export function useMarkRead() {
  const cache = useCacheEdit()
  return useMutation({
    // The notice leads elsewhere: the request must survive a page that is left at once.
    mutationFn: ({ id }: Notification) =>
      ask(notifications.PATCH('/notifications/{id}/read', { params: { path: { id } }, keepalive: true })),
    onMutate: (n) => {
      if (n.read) return
      cache.edit((m) => (m.id === n.id ? { ...m, read: true } : m))
      cache.count((c) => c - 1)
    },
    onError: failed,
    onSettled: cache.settle,
  })
}

export function useMarkUnread() {
  const cache = useCacheEdit()
  return useMutation({
    mutationFn: ({ id }: Notification) => ask(notifications.DELETE('/notifications/{id}/read', { params: { path: { id } } })),
    onMutate: (n) => {
      cache.edit((m) => (m.id === n.id ? { ...m, read: false } : m))
      cache.count((c) => c + 1)
    },
    onError: failed,
    onSettled: cache.settle,
  })
}

export function useMarkAllRead() {
  const cache = useCacheEdit()
  return useMutation({
    mutationFn: () => ask(notifications.PATCH('/notifications/read-all')),
    onMutate: () => {
      cache.edit((n) => ({ ...n, read: true }))
      cache.count(() => 0)
    },
    onError: failed,
    onSettled: cache.settle,
  })
}

const MOST = 100 // notifications in one answer

/**
 * useReadAdvice marks the advice to turn two-factor on as read, once that is done. The server does so as well, but minutes later
 * and only while the account is new; so a failure here is no reason to bother the user.
 */
export function useReadAdvice() {
  const cache = useCacheEdit()
  return async () => {
    for (let page = 0, pages = 1; page < pages; page++) {
      const query = { readStatus: 'unread' as const, page, size: MOST }
      const list = await ask(notifications.GET('/notifications', { params: { query } })).catch(() => null)
      const advice = list?.content.find((n) => n.type === 'SECURITY_RECOMMENDATION')
      if (advice) {
        await ask(notifications.PATCH('/notifications/{id}/read', { params: { path: { id: advice.id } } })).catch(() => null)
        return cache.settle()
      }
      pages = list?.totalPages ?? 0
    }
  }
}

/** useDelete hides a notification at once and deletes it when the chance to undo has passed. */
export function useDelete() {
  const cache = useCacheEdit()
  const shown = (id: string) => {
    leaving.delete(id)
    return cache.settle()
  }
  const remove = useMutation({
    mutationFn: (id: string) => ask(notifications.DELETE('/notifications/{id}', { params: { path: { id } }, keepalive: true })),
    onError: failed,
    onSettled: (_data, _error, id) => shown(id),
  })
  return (n: Notification) => {
    leaving.add(n.id)
    cache.edit((m) => (m.id === n.id ? null : m))
    deferred(text.inbox.deleted, () => remove.mutate(n.id), () => void shown(n.id))
  }
}
