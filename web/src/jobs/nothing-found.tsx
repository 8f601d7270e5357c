import { Button, Group, Stack, Text } from '@mantine/core'
import { IconMoodEmpty } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Understood } from '~/api/models'
import { AddLink } from '~/employers/add-link'
import { formatNumber } from '~/format/number'
import { focusList } from '~/shell/focus'
import { Empty } from '~/shell/states'
import { text } from '~/text'
import { useCurrency } from './currency'
import { chipName, placeName, understoodName } from './describe'
import { without, withoutAll, wordsOf } from './keyword'
import { NamedCompanies } from './named-companies'
import { useCounts } from './queries'
import { SaveSearch } from './save-search'
import { at, chipsOf, emptySearch, type Search, withoutChip } from './search-state'
import { Unpriced } from './unpriced'

/** Longer words that find nothing are hardly the name of an employer. */
const LONGEST_NAME = 60

/** With more words than this, leaving out one of them hardly helps. */
const MOST_WORDS = 5

interface Props {
  search: Search
  understood: Understood | undefined
  /** While another search is loading, nothing is known of it yet. */
  loading: boolean
  onChange: (patch: Partial<Search>) => void
}

/** NothingFound says what was searched for and offers ways to widen the search, which has a keyword or a filter. */
export function NothingFound({ search, understood, loading, onChange: change }: Props) {
  const onChange = (patch: Partial<Search>) => {
    focusList() // these ways go
    change(patch)
  }
  const chips = chipsOf(search)
  const keyword = search.keyword.trim()
  const { near } = search
  const suggestion = understood?.suggestion
  const parts = usePartsOf(search, understood)
  const ways = (
    <Stack gap="lg" maw="40rem">
      {!loading && <Unpriced search={search} understood={understood} found={0} onChange={onChange} />}
      {(suggestion || near) && (
        <Choices>
          {suggestion && <Choice onClick={() => onChange({ keyword: suggestion })}>{text.jobs.tryInstead(suggestion)}</Choice>}
          {/* Distances work from cities only; countries and regions can still be searched by name. */}
          {near && <Choice onClick={() => onChange(at(search, near, null))}>{text.jobs.nothingNear(placeName(near))}</Choice>}
        </Choices>
      )}
      {parts.length > 1 && !loading && (
        <Ways
          title={text.jobs.removeOne}
          ways={parts.map(({ name, without }) => ({ name, search: without }))}
          onChange={onChange}
          otherwise={
            <Ways title={text.jobs.onlyOne} ways={parts.map(({ name, alone }) => ({ name, search: alone }))} onChange={onChange} />
          }
        />
      )}
      <Group justify="center" gap="xs">
        <SaveSearch search={search} understood={understood} alerting />
        <Button variant="subtle" onClick={() => onChange(emptySearch)}>
          {text.jobs.clearAll}
        </Button>
        {keyword && keyword.length <= LONGEST_NAME && <AddLink name={keyword} />}
      </Group>
    </Stack>
  )
  return (
    <>
      <Empty plain icon={IconMoodEmpty} title={text.jobs.nothing} action={ways}>
        {text.jobs.nothingFor(keyword, chips.length)}
      </Empty>
      <NamedCompanies keyword={search.keyword} />
    </>
  )
}

interface Part {
  name: string
  without: Search
  alone: Search
}

/** usePartsOf lists the parts of a search: each filter with all its values, words read as a filter, each other word. */
function usePartsOf(search: Search, understood: Understood | undefined): Part[] {
  const [currencyOf] = useCurrency()
  const { filters: readings, ignored } = understood ?? { filters: [], ignored: [] }
  const { keyword } = search
  // These two widen a search themselves.
  const chips = chipsOf(search).filter((c) => c.filter !== 'includeUnpriced' && c.filter !== 'includeClosed')
  const words = unique(wordsOf([...readings.map((f) => f.text), ...ignored].reduce(without, keyword)))
  // Other words are corrected again, as when they are typed.
  const ofWords = (name: string, some: string): Part => ({
    name,
    without: { ...search, keyword: withoutAll(keyword, [some], ignored), correct: true },
    alone: { ...emptySearch, keyword: some },
  })
  return [
    // The values of a filter are alternatives, so leaving out one of several finds nothing more.
    ...unique(chips.map((c) => c.filter)).map((filter) => {
      const [values, others] = [chips.filter((c) => c.filter === filter), chips.filter((c) => c.filter !== filter)]
      return {
        name: values.map((c) => chipName(search, c)).join(', '),
        without: values.reduce(withoutChip, search),
        alone: others.reduce(withoutChip, { ...search, keyword: '', correct: true }),
      }
    }),
    ...readings.map((f) => ofWords(understoodName(f, currencyOf(search)), f.text)),
    ...(words.length > MOST_WORDS ? [] : words).map((word) => ofWords(word, word)),
  ]
}

const unique = <T,>(values: T[]) => [...new Set(values)]

interface WaysProps {
  title: string
  ways: { name: string; search: Search }[]
  onChange: (search: Search) => void
  /** What is shown if none of them finds anything. */
  otherwise?: ReactNode
}

/** Ways offers those of some searches that find something. */
function Ways({ title, ways, onChange, otherwise }: WaysProps) {
  const counts = useCounts(ways.map((w) => w.search))
  if (counts.every((n) => n === 0)) return otherwise
  return (
    <Choices title={title}>
      {ways.map(({ name, search }, i) => {
        const n = counts[i]
        return (
          n !== 0 && (
            <Choice key={i} onClick={() => onChange(search)}>
              {n === undefined ? name : `${name} · ${text.jobs.found(n, formatNumber(n))}`}
            </Choice>
          )
        )
      })}
    </Choices>
  )
}

function Choices({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Group gap={6} justify="center" role={title && 'group'} aria-label={title}>
      {title && (
        <Text size="sm" c="dimmed" w="100%" ta="center">
          {title}
        </Text>
      )}
      {children}
    </Group>
  )
}

function Choice({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" size="compact-sm" radius="xl" px={14} maw="100%" onClick={onClick}>
      {children}
    </Button>
  )
}
