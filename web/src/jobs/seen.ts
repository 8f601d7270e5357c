import { useLocalStorage } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask, jobs } from '~/api/client'
import { session, useToken } from '~/session/session'
import { failed, said } from '~/shell/toast'
import { text } from '~/text'

/** visitQuery notes that the user is here, and again every few minutes while the page is in front. */
export const visitQuery = {
  queryKey: ['jobs', 'visit'],
  queryFn: () => ask(jobs.POST('/jobs/visits')),
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: 5 * 60_000,
}

// Without an account the postings that were opened are kept in the browser.
const KEY = 'rolecall.seen'
const MOST = 500

function stored(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function store(ids: string[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids.slice(0, MOST)))
  } catch {
    // Then they are seen until the page is reloaded.
  }
}

const seenKey = (signedIn: boolean) => ['jobs', 'seen', signedIn]
const none = new Set<string>()
const setOf = (ids: string[]) => new Set(ids)

/** useSeen returns the postings that the user has opened. */
export function useSeen(): Set<string> {
  const signedIn = useToken() !== null
  const { data } = useQuery({
    queryKey: seenKey(signedIn),
    queryFn: async ({ signal }) => (signedIn ? (await ask(jobs.GET('/jobs/seen', { signal }))).jobIds : stored()),
    staleTime: 5 * 60_000,
    select: setOf,
  })
  return data ?? none
}

/** useHideSeen says whether postings that were opened are left out of lists, and changes it. */
export function useHideSeen() {
  return useLocalStorage({ key: 'rolecall.hide-seen', defaultValue: false, getInitialValueInEffect: false })
}

const WAIT = 2000 // so that going through a list is one request
const waiting = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

function send() {
  clearTimeout(timer)
  const jobIds = [...waiting].slice(-100)
  waiting.clear()
  if (jobIds.length === 0 || session.token() === null) return
  // A mark that is lost is not worth a message.
  jobs.POST('/jobs/seen', { body: { jobIds }, keepalive: true }).catch(() => undefined)
}

/** useNoteSeen notes that a posting is open. */
export function useNoteSeen(id: string | null) {
  const client = useQueryClient()
  const signedIn = useToken() !== null
  useEffect(() => {
    if (!id) return
    const first = (ids: string[]) => [id, ...ids.filter((other) => other !== id)]
    client.setQueryData<string[]>(seenKey(signedIn), (ids) => ids && first(ids))
    if (!signedIn) {
      store(first(stored()))
      return
    }
    waiting.add(id)
    clearTimeout(timer)
    timer = setTimeout(send, WAIT)
  }, [id, signedIn, client])
  useEffect(() => {
    window.addEventListener('pagehide', send)
    return () => window.removeEventListener('pagehide', send)
  }, [])
}

/** useForgetSeen forgets what was opened. */
export function useForgetSeen() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(jobs.DELETE('/jobs/seen')),
    onSuccess: () => {
      client.setQueryData(seenKey(true), [])
      said(text.rules.seenForgotten)
    },
    onError: failed,
  })
}
