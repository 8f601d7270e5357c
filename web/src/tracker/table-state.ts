import { applicationSorts, applicationStatuses } from '~/api/enums'
import type { ApplicationSort, ApplicationStatus } from '~/api/models'
import { text } from '~/text'
import { formatJourney, type Journey, parseJourney } from './journey'

export type Column = 'status' | 'company' | 'place' | 'applied' | 'nextStep' | 'contact' | 'tags' | 'added' | 'activity'

/** The columns beside the position, in the order in which they are shown, with their sort. */
export const tableColumns: Record<Column, { label: string; sort?: ApplicationSort }> = {
  status: { label: text.tracker.statusLabel, sort: 'status' },
  company: { label: text.tracker.company, sort: 'company' },
  place: { label: text.tracker.location },
  applied: { label: text.tracker.applied, sort: 'applied' },
  nextStep: { label: text.tracker.nextStep, sort: 'nextStep' },
  contact: { label: text.tracker.contact },
  tags: { label: text.tracker.tags },
  added: { label: text.tracker.addedOn, sort: 'created' },
  activity: { label: text.tracker.activity, sort: 'updated' },
}

export const allColumns = Object.keys(tableColumns) as Column[]
export const defaultColumns: Column[] = ['status', 'applied', 'nextStep', 'tags', 'activity']

export interface TableState {
  q: string
  status: ApplicationStatus[]
  tag: string[]
  /** Null for both. */
  archived: boolean | null
  journey: Journey
  sort: ApplicationSort
  order: 'asc' | 'desc' | null
  /** Null for the columns that were chosen last. */
  columns: Column[] | null
  page: number
}

/** The direction of a sort unless another is asked for, as the contract has it. */
const ownOrder = (sort: ApplicationSort) =>
  (['company', 'title', 'status', 'nextStep'] as ApplicationSort[]).includes(sort) ? 'asc' : 'desc'

export const orderOf = (s: TableState) => s.order ?? ownOrder(s.sort)

/** sortedBy returns the state after the head of a column was pressed: first its own direction, then the other. */
export function sortedBy(s: TableState, sort: ApplicationSort): Partial<TableState> {
  const own = ownOrder(sort)
  const order = s.sort === sort && orderOf(s) === own ? (own === 'asc' ? 'desc' : 'asc') : null
  return { sort, order }
}

export function parseTable(params: URLSearchParams): TableState {
  const known = <T extends string>(values: string[], all: readonly T[]) => values.filter((v): v is T => all.includes(v as T))
  const order = params.get('order')
  const columns = params.get('columns')
  return {
    q: params.get('q') ?? '',
    status: known(params.getAll('status'), applicationStatuses),
    tag: params.getAll('tag'),
    archived: params.get('archived') === 'any' ? null : params.get('archived') === 'true',
    journey: parseJourney(params),
    sort: applicationSorts.find((s) => s === params.get('sort')) ?? 'updated',
    order: order === 'asc' || order === 'desc' ? order : null,
    columns: columns === null ? null : known(columns.split(','), allColumns),
    page: Math.max(Number.parseInt(params.get('page') ?? '1', 10) || 1, 1),
  }
}

export function formatTable(s: TableState): URLSearchParams {
  const to = new URLSearchParams()
  if (s.q) to.set('q', s.q)
  for (const status of s.status) to.append('status', status)
  for (const tag of s.tag) to.append('tag', tag)
  if (s.archived !== false) to.set('archived', s.archived === null ? 'any' : 'true')
  formatJourney(s.journey, to)
  if (s.sort !== 'updated') to.set('sort', s.sort)
  if (s.order) to.set('order', s.order)
  if (s.columns) to.set('columns', s.columns.join(','))
  if (s.page > 1) to.set('page', String(s.page))
  return to
}
