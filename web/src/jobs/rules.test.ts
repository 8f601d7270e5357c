import { expect, it } from 'vitest'
import type { JobSummary, Rule } from '~/api/models'
import { rulesHiding } from './rules'

const job = {
  id: '1', title: 'Senior Account Manager', company: { id: 'c', name: 'Foo Widgets' }, workplaceType: 'remote',
  locations: [{ city: 'Berlin', region: 'Berlin', country: 'Germany' }],
} as unknown as JobSummary

const rule = (kind: Rule['kind'], name: string, more: Partial<Rule> = {}): Rule =>
  ({ id: name, list: 'NEVER', kind, name, company: null, jobId: null, employerId: null, createdAt: '', ...more })

it('finds the entries that hide a posting', () => {
  const hiding = [
    rule('JOB', 'this one', { jobId: '1' }), rule('COMPANY', 'Foo', { employerId: 'c' }), rule('TITLE_WORD', 'account manager'),
    rule('PLACE', 'berlin, germany'), rule('PLACE', 'Germany'), rule('PLACE', 'Remote'),
  ]
  const others = [
    rule('JOB', 'another', { jobId: '2' }), rule('COMPANY', 'Bar', { employerId: 'd' }), rule('TITLE_WORD', 'intern'),
    rule('TITLE_WORD', 'count'),
    rule('PLACE', 'France'), rule('COMPANY', 'Foo Widgets', { list: 'ALWAYS', employerId: 'c' }),
  ]
  expect(rulesHiding(job, [...others, ...hiding])).toEqual(hiding)
})

it('takes no company for another because neither is identified', () => {
  const unknown = { ...job, company: { ...job.company, id: null } }
  expect(rulesHiding(unknown, [rule('COMPANY', 'Bar'), rule('COMPANY', 'Foo Widgets')]).map((r) => r.name)).toEqual(['Foo Widgets'])
})
