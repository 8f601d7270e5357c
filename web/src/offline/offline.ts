// Keeps a copy of the board while somebody is signed in, and puts it in the place of answers while the server cannot be reached.
// Without a token, as in an app that was closed and opened again, that is the copy of whoever was signed in last.
import type { QueryClient } from '@tanstack/react-query'
import { connection } from '~/api/connection'
import type { Application, ApplicationDetails, Reminder } from '~/api/models'
import { remindersKey } from '~/reminders/queries'
import { session } from '~/session/session'
import { allKey, oneKey } from '~/tracker/keys'
import { type Copy, dropCopy, keepCopy, personOf, readCopy } from './copy'
import { shownCopy } from './state'

const PAUSE = 1000

const keptKeys = [allKey, remindersKey(false)].map((key) => JSON.stringify(key))
const oneKeys = oneKey('').slice(0, -1)

/** isKept reports whether a copy holds what is cached under the key. */
const isKept = (key: readonly unknown[]) => keptKeys.includes(JSON.stringify(key)) || oneKeys.every((part, i) => key[i] === part)

/** startOffline begins to keep and to show copies. It resolves when a copy that is to be shown at once is there. */
export async function startOffline(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The first change is kept at once, because a page may be closed right after it; those that follow are kept together.
  const changed = () => {
    if (timer === undefined && client.isMutating() === 0) void keep(client)
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      if (client.isMutating() > 0) changed() // what the page shows before the server has agreed is not kept
      else void keep(client)
    }, PAUSE)
  }
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || connection.isLost()) return
    if (isKept(event.query.queryKey)) changed()
  })
  session.subscribe(async () => {
    if (session.lastEnding() === 'left') await dropCopy()
    await show(client)
  })
  connection.subscribe(() => void show(client))
  changed() // what was loaded before this module
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

/**
 * keep makes a copy of what the server said of the board last. It also does so when the connection was lost meanwhile: a copy
 * that lacks what was saved last would look as if somebody had changed it back.
 */
async function keep(client: QueryClient) {
  const person = personOf(session.token())
  if (!person) return
  const before = await readCopy()
  const kept = before?.person === person ? before : null
  const board = client.getQueryState<Application[]>(allKey)
  const applications = board?.data ?? kept?.applications
  if (!applications) return
  const at = board?.data ? board.dataUpdatedAt : kept!.at
  const reminders = client.getQueryData<{ items: Reminder[] }>(remindersKey(false))?.items ?? kept?.reminders ?? []
  await keepCopy({ person, at, applications: applications.map((a) => newest(client, a, at)), reminders })
  if (personOf(session.token()) !== person) await dropCopy() // signed out meanwhile
}

/** newest returns an application as its own page has it, if that was loaded after the board. */
function newest(client: QueryClient, application: Application, at: number): Application {
  const one = client.getQueryState<ApplicationDetails>(oneKey(application.id))
  if (!one?.data || one.dataUpdatedAt < at) return application
  const { timeline: _t, jobDescription: _d, ghosting: _g, ...changed } = one.data
  return { ...application, ...changed }
}
