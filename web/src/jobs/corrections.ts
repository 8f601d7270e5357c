import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, jobs } from '~/api/client'
import type { CorrectableFact, FactName, FactQuote, FactSource, FactValues, Job, JobLocation, JobSummary } from '~/api/models'
import { formatPay } from '~/format/number'
import { useToken } from '~/session/session'
import { text } from '~/text'
import { languageName, locationName } from './describe'

const ownKey = ['jobs', 'corrections']

function useOwn<T>(select: (items: { jobId: string; title: string; facts: FactValues }[]) => T) {
  const token = useToken()
  return useQuery({
    queryKey: ownKey,
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/corrections', { signal })),
    enabled: token !== null,
    staleTime: 5 * 60_000,
    select: (d) => select(d.items),
  })
}

export const useOwnCorrections = () => useOwn((items) => items)

/** useOwnFacts returns what the user corrected of a posting. */
export function useOwnFacts(id: string): FactValues | undefined {
  return useOwn((items) => items.find((c) => c.jobId === id)?.facts).data
}

/** withFacts returns the posting with these facts in place of its own. */
export function withFacts<J extends JobSummary>(job: J, { pay, places, ...facts }: FactValues): J {
  const corrected = { ...job, ...facts }
  if (places) Object.assign(corrected, { locations: places, location: null }) // the board's own line may say otherwise
  if (pay === undefined) return corrected
  return {
    ...corrected,
    compensationMin: pay?.min ?? null,
    compensationMax: pay?.max ?? null,
    // These are of the posting's own pay, and would be shown in place of the corrected one or beside it.
    compensationMinExact: undefined,
    compensationMaxExact: undefined,
    match: job.match && { ...job.match, payAbout: null },
    compensationCurrency: pay?.currency ?? null,
    compensationPeriod: pay?.period ?? null,
  }
}

/** factsOf returns the facts of a posting that can be corrected. Lists do not know the experience. */
export function factsOf(job: JobSummary | Job): Required<FactValues> {
  const { workplaceType, employmentType, careerLevel, languages, skills, locations: places } = job
  const { compensationMin: min, compensationMax: max, compensationCurrency: currency, compensationPeriod: period } = job
  const pay = period && (min !== null || max !== null) ? { min, max, currency, period } : null
  const experience = 'experience' in job ? job.experience : null
  return { workplaceType, employmentType, careerLevel, pay, experience, languages, skills, places }
}

const maxPlaces = 4

function placesText(places: JobLocation[]): string {
  return places
    .map(locationName)
    .filter(Boolean)
    .slice(0, maxPlaces)
    .join(' · ')
}

/** factText formats a fact for people; null if it is not stated. */
export function factText(fact: CorrectableFact, facts: FactValues): string | null {
  switch (fact) {
    case 'pay':
      return facts.pay
        ? formatPay({
            compensationMin: facts.pay.min,
            compensationMax: facts.pay.max,
            compensationCurrency: facts.pay.currency,
            compensationPeriod: facts.pay.period,
          })
        : null
    case 'experience':
      return facts.experience ? text.facts.years(facts.experience.min, facts.experience.max) : null
    case 'languages':
      return facts.languages?.map(languageName).join(', ') || null
    case 'skills':
      return facts.skills?.join(', ') || null
    case 'places':
      return placesText(facts.places ?? []) || null
    case 'workplaceType':
      return facts.workplaceType ? text.jobs.workplaceType[facts.workplaceType] : null
    case 'employmentType':
      return facts.employmentType ? text.jobs.employmentType[facts.employmentType] : null
    case 'careerLevel':
      return facts.careerLevel ? text.jobs.careerLevel[facts.careerLevel] : null
  }
}

export interface Origin {
  source: FactSource | 'own'
  words: string | null
  quotes?: FactQuote[]
}

/** originOf says where a fact comes from; undefined if that is not known. */
export function originOf(job: JobSummary | Job, own: FactValues | undefined, fact: FactName): Origin | undefined {
  if (own && fact in own) return { source: 'own', words: null }
  return 'facts' in job ? job.facts.find((f) => f.fact === fact) : undefined
}

/** The properties of FactValues are the facts. */
type Change = { [F in CorrectableFact]: { fact: F; value: NonNullable<FactValues[F]> | null } }[CorrectableFact]

/** useCorrections corrects facts of a posting, or takes corrections back, for the user or for everybody. */
export function useCorrections(id: string) {
  const client = useQueryClient()
  const settleOwn = () => client.invalidateQueries({ queryKey: ownKey })
  const settleAll = (next: Job) => {
    // The marks of the search stay in the description.
    client.setQueriesData<Job>({ queryKey: ['job', id] }, (old) => old && 'facts' in old ? { ...next, description: old.description } : old)
    void client.invalidateQueries({ queryKey: ['jobs', 'search'] })
    void client.invalidateQueries({ queryKey: ['jobs', 'facets'] })
  }
  // Somebody else may have corrected the posting meanwhile: show it as it is now.
  const reread = () => client.invalidateQueries({ queryKey: ['job', id] })
  const set = useMutation({
    mutationFn: async ({ changes, everybody, version }: { changes: Change[]; everybody: boolean; version: number }) => {
      for (const [i, { fact, value }] of changes.entries()) {
        const path = { jobId: id, fact }
        const body = { [fact]: value } as FactValues
        if (!everybody) await ask(jobs.PUT('/jobs/corrections/{jobId}/{fact}', { params: { path }, body }))
        else {
          const query = { version: version + i } // each of our own corrections raises it by one
          settleAll(await ask(jobs.PUT('/jobs/admin/postings/{jobId}/facts/{fact}', { params: { path, query }, body })))
        }
      }
    },
    onError: reread,
    onSettled: settleOwn,
  })
  const undo = useMutation({
    mutationFn: async (facts: CorrectableFact[]) => {
      for (const fact of facts) await ask(jobs.DELETE('/jobs/corrections/{jobId}/{fact}', { params: { path: { jobId: id, fact } } }))
    },
    onSettled: settleOwn,
  })
  const withdraw = useMutation({
    mutationFn: ({ fact, version }: { fact: CorrectableFact; version: number }) =>
      ask(jobs.DELETE('/jobs/admin/postings/{jobId}/facts/{fact}', { params: { path: { jobId: id, fact }, query: { version } } })),
    onSuccess: settleAll,
    onError: reread,
  })
  return { set, undo, withdraw }
}

export type { Change }
