import { flowPoints, reachedStages } from '~/api/enums'
import type { FlowPoint, ReachedStage } from '~/api/models'
import { text } from '~/text'
import { always, type Days, daysName, instants, parseDays } from './period'

/** How applications went: what a figure of the statistics counts, and what the table lists for it. */
export interface Journey extends Days {
  reached: ReachedStage | null
  answered: boolean | null
  waited: boolean
  flowFrom: FlowPoint | null
  flowTo: FlowPoint | null
}

export const anyJourney: Journey = { ...always, reached: null, answered: null, waited: false, flowFrom: null, flowTo: null }

export function parseJourney(params: URLSearchParams): Journey {
  const point = (name: string) => flowPoints.find((p) => p === params.get(name)) ?? null
  const answered = params.get('answered')
  return {
    ...parseDays(params),
    reached: reachedStages.find((s) => s === params.get('reached')) ?? null,
    answered: answered === 'true' ? true : answered === 'false' ? false : null,
    waited: params.get('waited') === 'true',
    flowFrom: point('flowFrom'),
    flowTo: point('flowTo'),
  }
}

/** formatJourney adds the parts of a journey that are set to the parameters of an address. */
export function formatJourney(j: Journey, to: URLSearchParams) {
  for (const name of Object.keys(anyJourney) as (keyof Journey)[]) {
    if (j[name] !== anyJourney[name]) to.set(name, String(j[name]))
  }
}

/** journeyQuery returns a journey as the API wants it. */
export function journeyQuery(j: Journey) {
  return {
    ...instants(j),
    reached: j.reached ?? undefined,
    answered: j.answered ?? undefined,
    waited: j.waited || undefined,
    flowFrom: j.flowFrom ?? undefined,
    flowTo: j.flowTo ?? undefined,
  }
}

/** journeyNames describes the parts of a journey, each with the change that removes it. */
export function journeyNames(j: Journey): { label: string; without: Partial<Journey> }[] {
  const t = text.stats
  const out: { label: string; without: Partial<Journey> }[] = []
  if (j.from || j.to) out.push({ label: t.started(daysName(j)), without: always })
  if (j.reached) out.push({ label: t.reachedStage(t.points[j.reached]), without: { reached: null } })
  if (j.answered !== null) out.push({ label: j.answered ? t.responseRate : t.unanswered, without: { answered: null } })
  if (j.waited) out.push({ label: t.waited, without: { waited: false } })
  if (j.flowFrom && j.flowTo) {
    out.push({ label: t.went(t.points[j.flowFrom], t.points[j.flowTo]), without: { flowFrom: null, flowTo: null } })
  } else if (j.flowFrom) out.push({ label: t.wentFrom(t.points[j.flowFrom]), without: { flowFrom: null } })
  else if (j.flowTo) out.push({ label: t.wentTo(t.points[j.flowTo]), without: { flowTo: null } })
  return out
}
