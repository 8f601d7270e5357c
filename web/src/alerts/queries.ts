import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, notifications } from '~/api/client'
import type { AlertHit, AlertSettings } from '~/api/models'
import { failed } from '~/shell/toast'

const key = ['alerts']

/** useAlertHits returns a page of the postings that the user was alerted to, of all alerts or of one. */
export function useAlertHits(alertId: string | null, page: number) {
  return useQuery({
    queryKey: [...key, 'hits', alertId, page],
    queryFn: ({ signal }) => {
      const query = { page, size: 50, alertId: alertId ?? undefined }
      return ask(notifications.GET('/notifications/alerts', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: 20_000,
  })
}

const settingsKey = [...key, 'settings']

/** useAlertSettings returns when and how the user is alerted, and how to change some of it. */
export function useAlertSettings() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => ask(notifications.GET('/notifications/alert-settings', { signal })),
  })
  const { mutate } = useMutation({
    mutationFn: (body: AlertSettings) => ask(notifications.PUT('/notifications/alert-settings', { body })),
    onMutate: (body) => client.setQueryData(settingsKey, body),
    onError: (error) => {
      failed(error)
      void client.invalidateQueries({ queryKey: settingsKey })
    },
  })
  const change = (changes: Partial<AlertSettings>) => query.data && mutate({ ...query.data, ...changes })
  return { query, change }
}

/** groupByAlert puts the postings of one alert together; they follow each other in the list. */
export function groupByAlert(hits: AlertHit[]): AlertHit[][] {
  const groups: AlertHit[][] = []
  for (const hit of hits) {
    const last = groups.at(-1)
    if (last?.[0]?.alertId === hit.alertId) last.push(hit)
    else groups.push([hit])
  }
  return groups
}
