import { Button, Group, Stack, Text } from '@mantine/core'
import { IconMoodEmpty, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Understood } from '~/api/models'
import { AddLink } from '~/employers/add-link'
import { formatNumber } from '~/format/number'
import { Empty } from '~/shell/states'
import { text } from '~/text'
import { useCurrency } from './currency'
import { chipName, placeName, understoodName } from './describe'
import { without, wordsOf } from './keyword'
import { NamedCompanies } from './named-companies'
import { useMatches } from './queries'
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

/** NothingFound says what was searched for and offers ways to widen the search. */
export function NothingFound({ search, understood, loading, onChange }: Props) {
  const chips = chipsOf(search)
  const keyword = search.keyword.trim()
  const { near } = search
  const suggestion = understood?.suggestion
  const wider = useWider(search, understood)
  const ways = (
    <Stack gap="lg">
      {!loading && <Unpriced search={search} found={0} onChange={onChange} />}
      {(suggestion || near) && (
        <Choices>
          {suggestion && <Choice onClick={() => onChange({ keyword: suggestion })}>{text.jobs.tryInstead(suggestion)}</Choice>}
          {/* Distances work from cities only; countries and regions can still be searched by name. */}
          {near && <Choice onClick={() => onChange(at(search, near, null))}>{text.jobs.nothingNear(placeName(near))}</Choice>}
        </Choices>
      )}
      {wider.length > 1 && (
        <Choices title={text.jobs.removeOne}>
          {wider.map(({ name, patch }, i) => (
            <Choice key={i} removes onClick={() => onChange(patch)}>
              {name}
              {/* Other words are searched for with correction, as onChange does. */}
              {!loading && <Count search={{ ...search, correct: true, ...patch }} />}
            </Choice>
          ))}
        </Choices>
      )}
      <Group justify="center">
        <Button variant="light" onClick={() => onChange(emptySearch)}>
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

/** useWider lists what can be left out of a search: a filter with all its values, words read as a filter, any other word. */
function useWider(search: Search, understood: Understood | undefined): { name: string; patch: Partial<Search> }[] {
  const [currency] = useCurrency()
  const readings = understood?.filters ?? []
  const { keyword } = search
  // These two widen a search themselves.
  const chips = chipsOf(search).filter((c) => c.filter !== 'includeUnpriced' && c.filter !== 'includeClosed')
  const words = unique(wordsOf(readings.reduce((rest, f) => without(rest, f.text), keyword)))
  return [
    // The values of a filter are alternatives, so leaving out one of several finds nothing more.
    ...unique(chips.map((c) => c.filter)).map((filter) => {
      const values = chips.filter((c) => c.filter === filter)
      return { name: values.map((c) => chipName(search, c)).join(', '), patch: values.reduce(withoutChip, search) }
    }),
    ...readings.map((f) => ({ name: understoodName(f, currency), patch: { keyword: without(keyword, f.text) } })),
    ...(words.length > MOST_WORDS ? [] : words).map((word) => ({ name: word, patch: { keyword: without(keyword, word) } })),
  ]
}

const unique = <T,>(values: T[]) => [...new Set(values)]

function Count({ search }: { search: Search }) {
  const found = useMatches(search, 1).data?.totalElements
  return found !== undefined && ` · ${text.jobs.found(found, formatNumber(found))}`
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

function Choice({ removes, onClick, children }: { removes?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" size="compact-sm" radius="xl" maw="100%" leftSection={removes && <IconX size={14} />} onClick={onClick}>
      {children}
    </Button>
  )
}
