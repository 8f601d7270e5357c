import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { FactValues, Job, JobSummary } from '~/api/models'
import { formatPay } from '~/format/number'
import { session } from '~/session/session'
import { account, json, serve, show } from '~/testing'
import { factsOf, factText, withFacts } from './corrections'
import FactEditor from './fact-editor'
import { JobFacts, JobSkills } from './job-facts'

const job = {
  id: '01920f50-3a7b-7c21-8e55-1d2c3b4a5f60', title: 'Boatbuilder', location: 'Lund', locations: [], workplaceType: 'hybrid',
  employmentType: 'full-time', careerLevel: 'senior', compensationMin: null, compensationMax: null, compensationCurrency: null,
  compensationPeriod: null, languages: ['sv'], skills: ['Welding'], experience: { min: 3, max: 5 }, description: null,
  facts: [
    { fact: 'workplaceType', source: 'text', words: 'two days a week at the yard' },
    { fact: 'careerLevel', source: 'title', words: null },
    { fact: 'employmentType', source: 'administrator', words: null },
    { fact: 'skills', source: 'model', words: null },
  ],
  factsVersion: 4,
  found: { employmentType: null },
} as unknown as Job

beforeEach(() => void serve(() => json({ items: [] })))

const facts = (own?: FactValues) => show(<JobFacts job={job} own={own} industry={null} onCorrect={vi.fn()} />)

it('quotes the words that a fact stands on, and closes again', async () => {
  facts()
  const fact = screen.getByRole('button', { name: 'Hybrid' })
  expect(fact).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(fact)
  const panel = screen.getByRole('region', { name: 'Workplace' })
  expect(panel).toHaveTextContent('From the text:')
  expect(panel.querySelector('blockquote mark')).toHaveTextContent('two days a week at the yard')
  expect(fact).toHaveAttribute('aria-controls', panel.id)
  await userEvent.click(fact)
  expect(screen.queryByRole('region')).not.toBeInTheDocument()
})

it('names an internship once, not as employment and as level', () => {
  const intern = { ...job, employmentType: 'internship', careerLevel: 'internship' } as Job
  show(<JobFacts job={intern} own={undefined} industry={null} onCorrect={vi.fn()} />)
  expect(screen.getAllByText('Internship')).toHaveLength(1)
})

it('says what an administrator corrected and what was found', async () => {
  facts()
  expect(screen.getByText('corrected')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Full-time' }))
  expect(screen.getByRole('region')).toHaveTextContent('Corrected by an administrator.Without the correction: not stated.')
  await userEvent.click(screen.getByRole('button', { name: 'Senior' }))
  expect(screen.getByRole('region', { name: 'Level' })).toHaveTextContent('From the title.')
})

it('shows own corrections in place of the facts, also a cleared one', async () => {
  facts({ workplaceType: null, pay: { min: 30, max: null, currency: 'EUR', period: 'hour' } })
  expect(screen.getByRole('button', { name: 'from €30 an hour' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Workplace: not stated' }))
  expect(screen.getByRole('region')).toHaveTextContent('Everyone else sees: Hybrid.')
})

it('marks what a model suggested', async () => {
  show(<JobSkills job={job} own={undefined} onCorrect={vi.fn()} />)
  expect(screen.getByText('by a model')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Facts and sources' }))
  expect(screen.getByRole('region')).toHaveTextContent('SkillsSuggested by a language model.')
})

it('quotes the words of each skill', async () => {
  const quotes = [{ value: 'Welding', words: 'you weld hulls' }]
  show(<JobSkills job={{ ...job, facts: [{ fact: 'skills', source: 'text', words: null, quotes }] }} own={undefined} onCorrect={vi.fn()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Facts and sources' }))
  expect(screen.getByRole('region')).toHaveTextContent('SkillsFrom the text:Weldingyou weld hulls')
})

it('lists the sources of all facts, and lets only those correct who are signed in', async () => {
  const correct = vi.fn()
  const skills = <JobSkills job={job} own={undefined} onCorrect={correct} />
  show(skills)
  await userEvent.click(screen.getByRole('button', { name: 'Facts and sources' }))
  const headings = screen.getAllByRole('heading').map((h) => h.textContent)
  expect(headings).toEqual(['Workplace', 'Employment', 'Level', 'Skills'])
  expect(screen.queryByRole('button', { name: 'Correct facts' })).not.toBeInTheDocument()
  cleanup()
  session.begin('t', 3600)
  show(skills)
  await userEvent.click(screen.getByRole('button', { name: 'Facts and sources' }))
  await userEvent.click(screen.getByRole('button', { name: 'Correct facts' }))
  expect(correct).toHaveBeenCalledExactlyOnceWith()
})

it('corrects places, and asks for the country of a city', async () => {
  session.begin('t', 3600)
  const requests = serve((r) => json(r.url.endsWith('/auth/account') ? account : { items: [] }))
  const close = vi.fn()
  show(<FactEditor job={job} own={undefined} fact="places" onClose={close} />)
  fireEvent.change(screen.getByLabelText('City'), { target: { value: ' Bern ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Enter a country for every city.')).toBeInTheDocument()
  fireEvent.change(screen.getByLabelText('Country'), { target: { value: 'CH' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(close).toHaveBeenCalled())
  const put = requests.find((r) => r.method === 'PUT')
  expect(put?.url).toContain(`/jobs/corrections/${job.id}/places`)
  expect(await put?.json()).toEqual({ places: [{ city: 'Bern', region: null, country: null, countryCode: 'CH', primary: false }] })
})

it('shows corrected places in place of the line of the board', () => {
  facts({ places: [{ city: 'Bern', region: null, country: 'Switzerland', countryCode: 'CH', primary: true }] })
  expect(screen.getByRole('button', { name: 'Bern, Switzerland' })).toBeInTheDocument()
  expect(screen.queryByText('Lund')).not.toBeInTheDocument()
})

it('lays facts over a posting and reads them back', () => {
  const own: FactValues = { pay: { min: 1, max: 2, currency: null, period: 'day' }, languages: [], experience: null }
  const mine = factsOf(withFacts(job, own))
  expect(mine).toEqual({ ...factsOf(job), ...own })
  expect(factText('languages', mine)).toBeNull()
  expect(factText('experience', factsOf(job))).toBe('3–5 years of experience')
  expect(factsOf(withFacts(job, { pay: null })).pay).toBeNull()
})

it('shows corrected pay in place of pay with cents and of what that is in another currency', () => {
  const payAbout = { min: 40_000, max: 40_000, currency: 'EUR', ratesOf: '2026-03-02' }
  const paid = { ...job, compensationMin: 22, compensationMinExact: 21.5, match: { payAbout } } as unknown as JobSummary
  const mine = withFacts(paid, { pay: { min: 25, max: null, currency: 'EUR', period: 'hour' } })
  expect(formatPay(mine)).toBe('from €25 an hour')
  expect(mine.match?.payAbout).toBeNull()
  expect(formatPay(withFacts(paid, { pay: null }))).toBeNull()
})

it('sends only what was changed, for everybody with the version that was seen', async () => {
  session.begin('t', 3600)
  const requests = serve((r) => json(r.url.endsWith('/auth/account') ? { ...account, isAdmin: true } : { ...job, items: [] }))
  const close = vi.fn()
  show(<FactEditor job={job} own={undefined} fact={undefined} onClose={close} />)
  await userEvent.selectOptions(screen.getByLabelText('Workplace'), 'Remote')
  fireEvent.change(screen.getByLabelText('Years to'), { target: { value: '2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Must not be less than the lower number.')).toBeInTheDocument()
  fireEvent.change(screen.getByLabelText('Years to'), { target: { value: '' } })
  const saved = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(close).toHaveBeenCalled())
    close.mockClear()
    const puts = requests.splice(0).filter((r) => r.method === 'PUT')
    return Promise.all(puts.map(async (r) => [r.url.slice(r.url.indexOf('/jobs')), await r.text()]))
  }
  const changes = ['{"workplaceType":"remote"}', '{"experience":{"min":3,"max":null}}']
  expect(await saved()).toEqual([
    [`/jobs/corrections/${job.id}/workplaceType`, changes[0]],
    [`/jobs/corrections/${job.id}/experience`, changes[1]],
  ])
  fireEvent.click(await screen.findByLabelText('Everyone'))
  expect(await saved()).toEqual([
    [`/jobs/admin/postings/${job.id}/facts/workplaceType?version=4`, changes[0]],
    [`/jobs/admin/postings/${job.id}/facts/experience?version=5`, changes[1]],
  ])
})
