import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import type { Suggestion, SuggestionKind } from '~/api/models'

interface Suggestions {
  /** What was typed before the words being completed. */
  head: string
  items: Suggestion[]
}

/** The pause in typing before suggestions are loaded, in milliseconds. */
export const SUGGEST_PAUSE = 120

const MAX_TYPED = 100
const none: Suggestions = { head: '', items: [] }

/** completable reports whether typed text can be completed: quotes and operators cannot. */
export function completable(typed: string): boolean {
  return typed !== '' && typed.length <= MAX_TYPED && !/"|(^|\s)-\S*$|\S:\S*$/.test(typed)
}

async function suggest(q: string, kind: SuggestionKind[], signal: AbortSignal): Promise<Suggestion[]> {
  const answer = await ask(jobs.GET('/jobs/suggest', { params: { query: { q, kind } }, signal }))
  return answer.items
}

/**
 * useSuggestions completes a keyword, or its last word if nothing matches all of them ("remote python berl"). A title for the
 * last word alone would ignore the words before it.
 */
export function useSuggestions(typed: string): Suggestions {
  const q = typed.trim()
  const { data } = useQuery({
    queryKey: ['jobs', 'suggest', q],
    queryFn: async ({ signal }): Promise<Suggestions> => {
      const items = await suggest(q, [], signal)
      const at = q.lastIndexOf(' ')
      if (items.length > 0 || at < 0) return { head: '', items }
      return { head: q.slice(0, at), items: await suggest(q.slice(at + 1), ['skill', 'company', 'place'], signal) }
    },
    enabled: completable(q),
    ...relaxed,
  })
  return completable(q) ? (data ?? none) : none
}

const folded = (s: string) => s.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** begins reports whether every typed word begins a word of the value. */
function begins(value: string, typed: string): boolean {
  const words = folded(value).split(/[^\p{L}\p{N}]+/u)
  return folded(typed).split(/\s+/).every((t) => words.some((w) => w.startsWith(t)))
}

/**
 * usePlaces completes the name of a place; rested is what was typed before the last pause. Enter takes the first place, so
 * of the suggestions for earlier letters only those that still match are kept.
 */
export function usePlaces(typed: string, rested: string): Suggestion[] {
  const q = rested.trim().slice(0, MAX_TYPED)
  const now = typed.trim()
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['jobs', 'suggest', 'place', q],
    queryFn: ({ signal }) => suggest(q, ['place'], signal),
    enabled: q !== '',
    ...relaxed,
  })
  if (!now || !q || !data) return none.items
  return now === q && !isPlaceholderData ? data : data.filter((s) => begins(s.value, now))
}

// Earlier suggestions stay until the next ones are there. Failed suggestions are not retried.
const relaxed = { placeholderData: keepPreviousData, staleTime: 60_000, retry: false } as const
