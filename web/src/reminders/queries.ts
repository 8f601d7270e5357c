import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, notifications } from '~/api/client'
import type { components } from '~/api/notifications'
import type { Reminder } from '~/api/models'
import { useToken } from '~/session/session'
import { failed, undoable } from '~/shell/toast'
import { text } from '~/text'

const key = ['reminders']

export type NewReminder = components['schemas']['CreateCustomReminderRequest']
export type ReminderChange = components['schemas']['UpdateCustomReminderRequest']

/** useReminders lists what is still to come, and what has fired when asked for. */
export function useReminders(includeFired: boolean) {
  const token = useToken()
  return useQuery({
    queryKey: [...key, { includeFired }],
    queryFn: ({ signal }) => ask(notifications.GET('/notifications/custom-reminders', { params: { query: { includeFired } }, signal })),
    enabled: token !== null,
    refetchInterval: 60_000, // a reminder fires by itself
  })
}

export function useApplicationReminders(applicationId: string) {
  return useQuery({
    queryKey: [...key, 'application', applicationId],
    queryFn: ({ signal }) => ask(notifications.GET('/applications/{applicationId}/custom-reminders', { params: { path: { applicationId }, query: { includeFired: true } }, signal })),
    refetchInterval: 60_000,
  })
}

export function useReminderChanges() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: key })
  const create = useMutation({
    mutationFn: (body: NewReminder) => ask(notifications.POST('/notifications/custom-reminders', { body })),
    onSettled,
  })
  const update = useMutation({
    mutationFn: ({ id, ...body }: ReminderChange & { id: string }) => ask(notifications.PUT('/notifications/custom-reminders/{id}', { params: { path: { id } }, body })),
    onSettled,
  })
  const cancel = useMutation({
    mutationFn: (r: Reminder) => ask(notifications.DELETE('/notifications/custom-reminders/{id}', { params: { path: { id: r.id } } })),
    onMutate: (r) => {
      for (const [k, data] of client.getQueriesData<{ items: Reminder[] }>({ queryKey: key })) {
        if (data) client.setQueryData(k, { items: data.items.filter((i) => i.id !== r.id) })
      }
    },
    // A cancelled reminder stays cancelled, so taking it back makes a new one.
    onSuccess: (_, r) => undoable(text.reminders.cancelled(r.title), () => create.mutate({ applicationId: r.applicationId, title: r.title, note: r.note, triggerAtUtc: r.triggerAtUtc, channels: r.channels, stage: r.stage }, { onError: failed })),
    onError: failed,
    onSettled,
  })
  return { create, update, cancel }
}
