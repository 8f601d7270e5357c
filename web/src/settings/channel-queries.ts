import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, notifications } from '~/api/client'
import type { Channel, ChannelChange, NewChannel } from '~/api/models'
import { failed } from '~/shell/toast'

export type { Channel }

/** channelsQuery is asked again while something waits, so that its end shows. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => ask(notifications.GET('/notifications/channels', { signal })),
  refetchInterval: ({ state }) => (state.data?.items.some((c) => c.waiting > 0) ? 3000 : false),
})

function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: channelsQuery.queryKey })
}

export function useAddChannel() {
  const onSuccess = useRefresh()
  return useMutation({ mutationFn: (body: NewChannel) => ask(notifications.POST('/notifications/channels', { body })), onSuccess })
}

/** useChangeChannel shows the change at once and takes it back when saving fails. */
export function useChangeChannel(id: string) {
  const client = useQueryClient()
  const key = channelsQuery.queryKey
  return useMutation({
    mutationFn: (body: ChannelChange) => ask(notifications.PATCH('/notifications/channels/{id}', { params: { path: { id } }, body })),
    onMutate: (change) => {
      const before = client.getQueryData(key)
      if (before) client.setQueryData(key, { ...before, items: before.items.map((c) => (c.id === id ? { ...c, ...change } : c)) })
      return { before }
    },
    onError: (error, _, context) => {
      client.setQueryData(key, context?.before)
      failed(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useRemoveChannel() {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (id: string) => ask(notifications.DELETE('/notifications/channels/{id}', { params: { path: { id } } })),
    onSuccess,
  })
}

export function useTestChannel(id: string) {
  const onSettled = useRefresh()
  return useMutation({
    mutationFn: () => ask(notifications.POST('/notifications/channels/{id}/test', { params: { path: { id } } })),
    onError: failed,
    onSettled,
  })
}

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', id],
    queryFn: ({ signal }) => ask(notifications.GET('/notifications/channels/{id}/deliveries', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.items.some((d) => d.state === 'WAITING') ? 3000 : false),
  })

export function useReplay(id: string) {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => ask(notifications.POST('/notifications/channels/{id}/replay', { params: { path: { id } } })),
    onError: failed,
    onSettled: () => Promise.all([refresh(), client.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey })]),
  })
}
