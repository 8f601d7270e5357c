import { describe, expect, it } from 'vitest'
import { emptySearch } from './search-state'
import { explicit, type Reading, settled, ticked } from './understood'

const understood: Reading = {
  filters: [
    { text: 'remote', filter: 'workplaceType', value: 'remote' },
    { text: 'berlin', filter: 'location', value: 'Berlin' },
    { text: '70k', filter: 'compensationMin', value: '70000' },
    { text: 'today', filter: 'postedWithin', value: 'today' },
    { text: 'not php', filter: 'exclude', value: 'php' },
  ],
  ignored: ['jobs', 'in', 'at least'],
}
const search = { ...emptySearch, keyword: 'remote python jobs in berlin at least 70k today not php' }
const change = (patch: Partial<typeof emptySearch>) => explicit(search, understood, patch, 'EUR')

describe('words that were understood', () => {
  it('are ticked in their filters', () => {
    expect(ticked(search, understood, 'EUR')).toEqual({
      ...search, workplaceType: ['remote'], location: ['Berlin'], postedWithin: 'today', compensationMin: 70_000,
      compensationCurrency: 'EUR',
    })
    expect(ticked({ ...search, location: ['berlin'] }, understood, 'EUR').location).toEqual(['berlin'])
    expect(ticked(search, undefined, 'EUR')).toBe(search)
  })

  it('become filters in a search that is saved', () => {
    expect(settled(search, understood, 'EUR')).toEqual({ ...ticked(search, understood, 'EUR'), keyword: 'python -php' })
    expect(settled(search, undefined, 'EUR')).toBe(search)
  })

  it('leave the keyword when their filter changes', () => {
    expect(change({ workplaceType: ['remote', 'hybrid'] })).toEqual({
      workplaceType: ['remote', 'hybrid'], keyword: 'python jobs in berlin at least 70k today not php',
    })
    expect(change({ location: [] })).toEqual({ location: [], keyword: 'remote python jobs at least 70k today not php' })
    expect(change({ postedWithin: 'week' }).keyword).toBe('remote python jobs in berlin at least 70k not php')
  })

  it('keep their amount when its currency or the postings without pay change', () => {
    const pay = { compensationMin: 70_000, keyword: 'remote python jobs in berlin today not php' }
    expect(change({ compensationCurrency: 'CHF' })).toEqual({ ...pay, compensationCurrency: 'CHF', includeUnpriced: false })
    expect(change({ includeUnpriced: true })).toEqual({ ...pay, compensationCurrency: 'EUR', includeUnpriced: true })
  })

  it('stay when other filters change', () => {
    expect(change({ skill: ['Go'] })).toEqual({ skill: ['Go'] })
  })

  it('leave no words of a sentence alone', () => {
    const jobs = { ...emptySearch, keyword: 'jobs in berlin' }
    expect(explicit(jobs, { ...understood, filters: [understood.filters[1]!] }, { location: ['Berlin', 'Bonn'] }, 'EUR')).toEqual({
      location: ['Berlin', 'Bonn'], keyword: '',
    })
  })
})
