import { describe, expect, it } from 'vitest'
import { proposedName, sourceName } from './describe'
import { emptySearch } from './search-state'

describe('the proposed name of a search', () => {
  it('has the words and the filters', () => {
    expect(proposedName({ ...emptySearch, keyword: 'go', workplaceType: ['remote'] })).toBe('go, Remote')
    expect(proposedName(emptySearch)).toBe('All postings')
  })

  it('leaves out what has no room, and never half a word', () => {
    const skill = ['PostgreSQL', 'Kubernetes', 'Prometheus', 'Terraform']
    expect(proposedName({ ...emptySearch, keyword: 'engineer', skill })).toBe('engineer, PostgreSQL, Kubernetes, Prometheus')
    const keyword = 'somebody who repairs organs, harmoniums and other instruments'
    expect(proposedName({ ...emptySearch, keyword })).toBe('somebody who repairs organs, harmoniums and')
  })
})

it('names board families', () => {
  expect([sourceName('lever'), sourceName('jsonld'), sourceName('new-one')]).toEqual(['Lever', 'Careers page', 'new-one'])
})
