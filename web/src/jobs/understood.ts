import type { PostedWithin, Understood, UnderstoodFilter } from '~/api/models'
import { without, withoutAll } from './keyword'
import { payOf, type Search } from './search-state'

// Words that the box understood and ticked filters are the same thing to a user. Words are shown as ticked in their filter. A
// change of that filter takes the words out of the keyword and keeps what they meant as a value of the filter.

export type Reading = Pick<Understood, 'filters' | 'ignored'>

const payFields = ['compensationMin', 'compensationCurrency', 'includeUnpriced'] as const

const isPay = (f: UnderstoodFilter) => f.filter === 'compensationMin'

/** valuesOf returns the filters that words stand for, added to those of the search. */
function valuesOf(search: Search, filters: UnderstoodFilter[], currency: string): Partial<Search> {
  let out: Partial<Search> = {}
  for (const f of filters) {
    if (isPay(f)) out = { ...out, ...payOf(Number(f.value), f.currency ?? currency, search.includeUnpriced) }
    else if (f.filter === 'postedWithin') out.postedWithin = f.value as PostedWithin
    else if (f.filter !== 'exclude') {
      const before = (out[f.filter as 'location'] ?? search[f.filter as 'location']) as string[]
      out = { ...out, [f.filter]: before.some((v) => v.toLowerCase() === f.value.toLowerCase()) ? before : [...before, f.value] }
    }
  }
  return out
}

/** ticked returns a search as its filters show it: with the values that words of the keyword stand for. */
export function ticked(search: Search, understood: Reading | undefined, currency: string): Search {
  return understood ? { ...search, ...valuesOf(search, understood.filters, currency) } : search
}

/** explicit completes a change of filters that show `ticked`: the words that stand for them leave the keyword. */
export function explicit(
  search: Search, understood: Reading | undefined, patch: Partial<Search>, currency: string,
): Partial<Search> {
  const touched = (understood?.filters ?? []).filter((f) => (isPay(f) ? payFields.some((name) => name in patch) : f.filter in patch))
  if (!understood || touched.length === 0) return patch
  const keyword = withoutAll(patch.keyword ?? search.keyword, touched.map((f) => f.text), understood.ignored)
  return { ...valuesOf(search, touched, currency), ...patch, keyword }
}

/**
 * settled returns a search whose keyword has only words to look for. Alerts and feeds look for every word of a keyword, so what the
 * app understood becomes filters before a search is saved.
 */
export function settled(search: Search, understood: Reading | undefined, currency: string): Search {
  if (!understood) return search
  const { filters, ignored } = understood
  const words = [...filters.map((f) => f.text), ...ignored].reduce(without, search.keyword)
  const excluded = filters.filter((f) => f.filter === 'exclude').flatMap((f) => f.value.split(' ').map((word) => `-${word}`))
  return { ...ticked(search, understood, currency), keyword: [words, ...excluded].join(' ').trim() }
}
