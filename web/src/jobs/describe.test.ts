import { afterEach, describe, expect, it, vi } from 'vitest'
import { locationName, placeOf, proposedName, sourceName } from './describe'
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

describe('a place', () => {
  it('does not repeat a city as its region', () => {
    expect(locationName({ city: 'Lisbon', region: 'Lisboa', country: 'Portugal' })).toBe('Lisbon, Portugal')
    expect(locationName({ city: 'Austin', region: 'Texas', country: 'United States' })).toBe('Austin, Texas, United States')
    expect(locationName({ city: null, region: 'Georgia', country: 'United States' })).toBe('Georgia, United States')
  })

  it('is short in a list', () => {
    const austin = { city: 'Austin', region: 'Texas', country: 'United States', countryCode: 'US', primary: true }
    const job = { location: 'Austin; Leeds', workplaceType: null }
    expect(placeOf({ ...job, locations: [austin, { ...austin, primary: false }] })).toBe('Austin, United States +1')
    expect(placeOf({ ...job, locations: [] })).toBe('Austin; Leeds')
    expect(placeOf({ location: null, locations: [], workplaceType: 'remote' })).toBe('Remote')
  })
})

describe('Georgia in German', () => {
  afterEach(() => {
    document.documentElement.lang = ''
    vi.resetModules()
  })

  it('is translated only where it is known to be the country', async () => {
    document.documentElement.lang = 'de'
    vi.resetModules()
    const german = await import('./describe')
    expect(german.locationName({ city: 'Tbilisi', region: null, country: 'Georgia' })).toBe('Tbilisi, Georgien')
    expect(german.locationName({ city: 'Atlanta', region: 'Georgia', country: 'United States' })).toBe(
      'Atlanta, Georgia, Vereinigte Staaten',
    )
    expect(['Georgia', 'Atlanta, Georgia', 'Munich, , Germany'].map(german.placeName)).toEqual([
      'Georgia', 'Atlanta, Georgia', 'Munich, Deutschland',
    ])
  })
})
