import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, notifications } from '~/api/client'
import type { NewReminder, Reminder, ReminderChange, ReminderChannel } from '~/api/models'
import { formatInstant } from '~/format/date'
import { useToken } from '~/session/session'
import { failed, undoable } from '~/shell/toast'
import { text } from '~/text'

const key = ['reminders']
const MAX_TITLE = 200
export const remindersKey = (includeFired: boolean) => [...key, { includeFired }]

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => ask(notifications.GET('/notifications/preferences', { signal })),
})

/** useReminders lists the reminders to come and, if asked for, the past ones. */
export function useReminders(includeFired: boolean) {
  const token = useToken()
  return useQuery({
    queryKey: remindersKey(includeFired),
    queryFn: ({ signal }) => ask(notifications.GET('/notifications/custom-reminders', { params: { query: { includeFired } }, signal })),
    enabled: token !== null,
    refetchInterval: 60_000, // a reminder that is due changes on the server
  })
}

export function useApplicationReminders(applicationId: string) {
  return useQuery({
    queryKey: [...key, 'application', applicationId],
    queryFn: ({ signal }) => {
      const params = { path: { applicationId }, query: { includeFired: true } }
      return ask(notifications.GET('/applications/{applicationId}/custom-reminders', { params, signal }))
    },
    refetchInterval: 60_000,
  })
}

/** useInterviewReminders lists the reminders of next steps that come by themselves. */
export function useInterviewReminders() {
  return useQuery({
    queryKey: [...key, 'automatic'],
    queryFn: ({ signal }) => ask(notifications.GET('/notifications/interview-reminders', { signal })),
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
    mutationFn: ({ id, ...body }: ReminderChange & { id: string }) =>
      ask(notifications.PUT('/notifications/custom-reminders/{id}', { params: { path: { id } }, body })),
    onSettled,
  })
  const cancel = useMutation({
    mutationFn: (r: Reminder) => ask(notifications.DELETE('/notifications/custom-reminders/{id}', { params: { path: { id: r.id } } })),
    onMutate: (r) => {
      const before = client.getQueriesData<{ items: Reminder[] }>({ queryKey: key })
      for (const [k, data] of before) {
        if (data) client.setQueryData(k, { ...data, items: data.items.filter((i) => i.id !== r.id) })
      }
      return before
    },
    // A cancelled reminder stays cancelled, so undo creates a new one.
    onSuccess: (_, { applicationId, title, note, triggerAtUtc, channels, stage, repeat }) =>
      undoable(text.reminders.cancelled(title), () =>
        create.mutateAsync({ applicationId, title, note, triggerAtUtc, channels, stage, repeat }).catch(failed),
      ),
    onError: (error, _, before) => {
      for (const [k, data] of before ?? []) client.setQueryData(k, data) // without a connection nothing is read again
      failed(error)
    },
    onSettled,
  })
  return { create, update, cancel, drop: useDrop(), snooze: useSnooze() }
}

/** useDrop cancels a reminder that was made a moment ago. */
function useDrop() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => ask(notifications.DELETE('/notifications/custom-reminders/{id}', { params: { path: { id } } })),
    onError: failed,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** useSnoozeStep sets a reminder in the place of an automatic one that has come, and reports whether it could. */
export function useSnoozeStep() {
  const { data: preferences } = useQuery(preferencesQuery)
  const { create, drop } = useReminderChanges()
  return (applicationId: string, title: string, at: string, undone: () => void) => {
    const channels: ReminderChannel[] = preferences?.interviewReminderEmail ? ['IN_APP', 'EMAIL'] : ['IN_APP']
    const body = { applicationId, title: [...title].slice(0, MAX_TITLE).join(''), triggerAtUtc: at, channels }
    return ended(create.mutateAsync(body), (next) =>
      undoable(text.reminders.snoozed(formatInstant(next.triggerAtUtc)), () => {
        drop.mutate(next.id)
        undone()
      }),
    )
  }
}

/**
 * ended says how a snooze ended, and reports whether it succeeded. The callbacks of mutate are of no use for that: they are not
 * called once the notification that was snoozed is gone from its list.
 */
const ended = (snoozed: Promise<Reminder>, say: (next: Reminder) => void): Promise<boolean> =>
  snoozed.then(
    (next) => {
      say(next)
      return true
    },
    (error: unknown) => {
      failed(error)
      return false
    },
  )

interface Snooze {
  id: string
  at: string
  /** When it was to come, if it has not come yet. */
  before?: string
  /** Called when the user takes it back. */
  undone?: () => void
}

/** useSnooze has a reminder come again later, and reports whether it could. */
export function useSnooze() {
  const client = useQueryClient()
  const onSettled = () => {
    void client.invalidateQueries({ queryKey: ['notifications'] }) // snoozing one that has come settles its notification
    return client.invalidateQueries({ queryKey: key })
  }
  const move = useMutation({
    mutationFn: ({ id, at }: Snooze) =>
      ask(notifications.POST('/notifications/custom-reminders/{id}/snooze', { params: { path: { id } }, body: { triggerAtUtc: at } })),
    onSettled,
  })
  const drop = useDrop() // snoozing a reminder that has come schedules a copy
  return (s: Snooze) =>
    ended(move.mutateAsync(s), (next) =>
      undoable(text.reminders.snoozed(formatInstant(next.triggerAtUtc)), () => {
        if (s.before) move.mutateAsync({ id: next.id, at: s.before }).catch(failed)
        else drop.mutate(next.id)
        s.undone?.()
      }),
    )
}
