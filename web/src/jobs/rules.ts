import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import type { JobSummary, NewRule, Rule, RuleQuery } from '~/api/models'
import { useToken } from '~/session/session'
import { failed, undoable } from '~/shell/toast'
import { text } from '~/text'
import { hideNow, hidesWith } from './hide-now'
import { visitQuery } from './seen'

const rulesKey = ['jobs', 'rules']
const shownKey = ['jobs', 'show-hidden']

/** useRules returns what the user never and always wants to see. */
export function useRules() {
  const token = useToken()
  return useQuery({
    queryKey: rulesKey,
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/rules', { signal })),
    enabled: token !== null,
    staleTime: 5 * 60_000,
  })
}

/** useShowHidden says whether hidden postings are shown for now, and changes it. */
export function useShowHidden() {
  const client = useQueryClient()
  const shown = useQuery<boolean>({ queryKey: shownKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data ?? false
  return [shown, (next: boolean) => client.setQueryData(shownKey, next)] as const
}

/**
 * usePersonal returns the parameters that make a search the user's own. The search waits until they are known, so that
 * what is hidden does not show for a moment; it does not wait for a second try.
 */
export function usePersonal() {
  const token = useToken()
  const rules = useRules()
  const visit = useQuery({ ...visitQuery, enabled: token !== null })
  const [showHidden] = useShowHidden()
  const settled = (q: { isFetched: boolean; failureCount: number }) => q.isFetched || q.failureCount > 0
  const ready = token === null || (settled(rules) && settled(visit))
  const given: Partial<RuleQuery> = Object.fromEntries(Object.entries(rules.data?.query ?? {}).filter(([, values]) => values.length > 0))
  return {
    ready,
    rules: showHidden ? { ...given, showHidden } : given,
    newSince: visit.data?.previousAt ?? undefined,
  }
}

/** entryOf returns what adds a removed entry again. */
function entryOf({ list, kind, jobId, employerId, name }: Rule): NewRule {
  if (jobId) return { list, kind, jobId }
  return employerId ? { list, kind, employerId } : { list, kind, value: name }
}

/** useRuleChanges adds entries to the list and removes them, and offers to undo either. */
export function useRuleChanges() {
  const client = useQueryClient()
  const settle = { onError: failed, onSettled: () => client.invalidateQueries({ queryKey: rulesKey }) }
  const post = (body: NewRule) => ask(jobs.POST('/jobs/rules', { body }))
  const drop = (id: string) => ask(jobs.DELETE('/jobs/rules/{id}', { params: { path: { id } } }))
  const undoAdd = useMutation({
    mutationFn: ({ id }: { id: string; show: () => void }) => drop(id),
    onMutate: ({ show }) => show(),
    ...settle,
  })
  const undoRemove = useMutation({ mutationFn: async (all: Rule[]) => Promise.all(all.map((r) => post(entryOf(r)))), ...settle })
  const add = useMutation({
    mutationFn: post,
    onMutate: (entry) => {
      const rules = client.getQueryData(rulesKey)
      const show = entry.list === 'NEVER' ? hideNow(client, entry) : () => undefined
      return () => {
        show()
        client.setQueryData(rulesKey, rules)
      }
    },
    onSuccess: ({ id, list, name }, _, show) =>
      undoable((list === 'NEVER' ? text.rules.never : text.rules.always)(name), () => undoAdd.mutate({ id, show })),
    onError: (error, _, show) => {
      show?.()
      failed(error)
    },
    onSettled: settle.onSettled,
  })
  const remove = useMutation({
    mutationFn: async (all: Rule[]) => Promise.all(all.map((r) => drop(r.id))),
    onSuccess: (_, all) => undoable(text.rules.removed[all[0]!.list](all.map((r) => r.name).join(', ')), () => undoRemove.mutate(all)),
    ...settle,
  })
  return { add, remove }
}

const shownPlace = ({ city, country }: JobSummary['locations'][number]) => [city, country].filter(Boolean).join(', ')
const has = (whole: string | null, part: string) => whole?.toLowerCase().includes(part.toLowerCase()) ?? false

/** rulesHiding returns the entries that hide a posting, as far as its row tells. */
export function rulesHiding(job: JobSummary, rules: Rule[]): Rule[] {
  return rules.filter((r) => {
    if (r.list !== 'NEVER') return false
    switch (r.kind) {
      case 'JOB':
        return r.jobId === job.id
      case 'COMPANY':
        // Both are null while a company is not identified.
        return (r.employerId !== null && r.employerId === job.company.id) || r.name === job.company.name
      case 'TITLE_WORD':
        return hidesWith({ list: r.list, kind: r.kind, value: r.name }, [])(job)
      default: {
        const places = job.locations.map((l) => [l.city, l.region, l.country].filter(Boolean).join(', '))
        return r.name.toLowerCase() === job.workplaceType || [...places, ...job.locations.map(shownPlace)].some((p) => has(p, r.name))
      }
    }
  })
}
