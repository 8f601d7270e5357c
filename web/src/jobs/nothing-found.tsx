import { Button, Group, Stack, Text } from '@mantine/core'
import { IconMoodEmpty, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Understood } from '~/api/models'
import { AddLink } from '~/employers/add-link'
import { Empty } from '~/shell/states'
import { text } from '~/text'
import { useCurrency } from './currency'
import { chipName, placeName, understoodName } from './describe'
import { quoted } from './keyword'
import { NamedCompanies } from './named-companies'
import { at, chipsOf, emptySearch, type Search, withoutChip } from './search-state'
import { Unpriced } from './unpriced'

/** Longer words that find nothing are hardly the name of an employer. */
const LONGEST_NAME = 60

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
  const [currency] = useCurrency()
  const readings = understood?.filters ?? []
  const keyword = search.keyword.trim()
  const { near } = search
  const suggestion = understood?.suggestion
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
      {chips.length + readings.length > 0 && (
        <Choices title={text.jobs.removeOne}>
          {chips.map((chip) => (
            <Choice key={chip.filter + chip.value} removes onClick={() => onChange(withoutChip(search, chip))}>
              {chipName(search, chip)}
            </Choice>
          ))}
          {readings.map((f) => (
            <Choice key={f.filter + f.text} removes onClick={() => onChange({ keyword: quoted(search.keyword, f.text) })}>
              {understoodName(f, currency)}
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
