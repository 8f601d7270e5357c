// Keeps a copy of the board while somebody is signed in, and puts it in the place of answers while the server cannot be reached.
// Without a token, as in an app that was closed and opened again, that is the copy of whoever was signed in last.
import type { QueryClient } from '@tanstack/react-query'
import { connection } from '~/api/connection'
import type { Application, Reminder } from '~/api/models'
import { remindersKey } from '~/reminders/queries'
import { session } from '~/session/session'
import { allKey } from '~/tracker/keys'
import { type Copy, dropCopy, keepCopy, personOf, readCopy } from './copy'
import { shownCopy } from './state'

const PAUSE = 1000

const keptKeys = [allKey, remindersKey(false)].map((key) => JSON.stringify(key))

/** startOffline begins to keep and to show copies. It resolves when a copy that is to be shown at once is there. */
export async function startOffline(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void keep(client), PAUSE)
  }
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || connection.isLost()) return
    if (keptKeys.includes(JSON.stringify(event.query.queryKey))) soon()
  })
  session.subscribe(async () => {
    if (session.lastEnding() === 'left') await dropCopy()
    await show(client)
  })
  connection.subscribe(() => void show(client))
  soon() // what was loaded before this module
  await show(client)
}

/** show shows the copy if there is no connection and it is the person's own. */
async function show(client: QueryClient) {
  const copy = await readCopy()
  const token = session.token()
  const own = copy && (!token || copy.person === personOf(token))
  if (copy && !own) await dropCopy() // somebody else has signed in on this device
  if (own && connection.isLost()) {
    fill(client, copy)
    shownCopy.set(copy)
    return
  }
  if (shownCopy.current() && !(token && own)) client.clear()
  shownCopy.set(null)
}

/** fill gives pages the copy where they have no answer of their own. */
function fill(client: QueryClient, copy: Copy) {
  const updated = { updatedAt: copy.at }
  if (!client.getQueryData(allKey)) client.setQueryData(allKey, copy.applications, updated)
  if (!client.getQueryData(remindersKey(false))) client.setQueryData(remindersKey(false), { items: copy.reminders }, updated)
}

/** keep makes a copy of what is on the board now. */
async function keep(client: QueryClient) {
  const person = personOf(session.token())
  const board = client.getQueryState<Application[]>(allKey)
  if (!person || !board?.data || connection.isLost()) return
  const before = await readCopy()
  const known = client.getQueryData<{ items: Reminder[] }>(remindersKey(false))?.items
  const reminders = known ?? (before?.person === person ? before.reminders : [])
  await keepCopy({ person, at: board.dataUpdatedAt, applications: board.data, reminders })
  if (personOf(session.token()) !== person) await dropCopy() // signed out meanwhile
}
