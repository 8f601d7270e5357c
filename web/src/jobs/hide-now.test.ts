import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { JobSummary, NewRule } from '~/api/models'
import { hideNow, hidesWith } from './hide-now'

const job = (id: string, title: string, company: string, ...cities: string[]) =>
  ({ id, title, company: { id: null, name: company }, locations: cities.map((city) => ({ city, region: null, country: 'Spain' })) }) as
    unknown as JobSummary

const jobs = [
  job('1', 'Head Baker', 'Oven'),
  job('2', 'Sous-chef', 'Oven', 'Cádiz'),
  job('3', 'Headhunter', 'Net', 'Cádiz', 'Vigo'),
]

it.each<[NewRule, string[]]>([
  [{ list: 'NEVER', kind: 'JOB', jobId: '2' }, ['2']],
  [{ list: 'NEVER', kind: 'COMPANY', jobId: '1' }, ['1', '2']],
  [{ list: 'NEVER', kind: 'TITLE_WORD', value: 'head' }, ['1']],
  [{ list: 'NEVER', kind: 'PLACE', value: 'Cádiz, Spain' }, ['2']],
  [{ list: 'ALWAYS', kind: 'WORD', value: 'head' }, []],
])('knows what %o hides', (entry, hidden) => {
  expect(jobs.filter(hidesWith(entry, jobs)).map((j) => j.id)).toEqual(hidden)
})

it('takes rows out of loaded lists, corrects the total, and puts them back', () => {
  const client = new QueryClient()
  const list = { pages: [{ content: jobs, totalElements: 30, hidden: 1 }], pageParams: [0] }
  client.setQueryData(['jobs', 'search', {}], list)
  client.setQueryData(['jobs', 'search', { showHidden: true }], list)
  const undo = hideNow(client, { list: 'NEVER', kind: 'COMPANY', jobId: '1' })
  const [page] = client.getQueryData<typeof list>(['jobs', 'search', {}])!.pages
  expect(page).toEqual({ content: [jobs[2]], totalElements: 28, hidden: 3 })
  const [shown] = client.getQueryData<typeof list>(['jobs', 'search', { showHidden: true }])!.pages
  expect(shown).toMatchObject({ content: [{ hidden: true }, { hidden: true }, jobs[2]], totalElements: 30, hidden: 3 })
  undo()
  expect(client.getQueryData(['jobs', 'search', {}])).toEqual(list)
})
