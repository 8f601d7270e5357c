import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { careerLevels, workplaceTypes } from '~/api/enums'
import type { AlertRhythm, SavedFilter } from '~/api/models'
import { formatNumber } from '~/format/number'
import { AlertChoice } from '~/jobs/alert-choice'
import { Chips } from '~/jobs/chips'
import { MAX_NAME, proposedName } from '~/jobs/describe'
import { PayFilter } from '~/jobs/pay-filter'
import { PlaceField } from '~/jobs/place-field'
import { useMatches } from '~/jobs/queries'
import { useFilterChanges, useSavedFilters } from '~/jobs/saved-queries'
import { SearchField } from '~/jobs/search-field'
import { emptySearch, isNarrowed, type Search, searchAddress, searchOf, toggle } from '~/jobs/search-state'
import { useAccount } from '~/session/account'
import { Lines } from '~/shell/skeletons'
import { useTitle } from '~/shell/page'
import { failed, said } from '~/shell/toast'
import { text } from '~/text'
import { MatchingEmployers } from './matching-employers'
import classes from './onboarding.module.css'
import { type Step, steps, useProgress } from './onboarding-state'

/** Onboarding asks what the user looks for and makes a saved search of the answers. Every question may be left out. */
export default function Onboarding() {
  const filters = useSavedFilters()
  const account = useAccount()
  if (filters.isPending || account.isPending) {
    return (
      <div className={classes.page} role="status" aria-label={text.loading}>
        <Lines count={1} height={480} />
      </div>
    )
  }
  return <Begun searches={filters.data ?? []} />
}

/** Begun goes on from where the user got, which is kept under the account. */
function Begun({ searches }: { searches: SavedFilter[] }) {
  const [progress] = useProgress()
  return <Questions kept={searches.find((f) => f.id === progress.search)} />
}

function Questions({ kept }: { kept: SavedFilter | undefined }) {
  useTitle(text.onboarding.title)
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [progress, setProgress] = useProgress()
  const [search, setSearch] = useState<Search>(() => (kept ? searchOf(kept.filters) : emptySearch))
  // The name follows the answers until the user gives another.
  const [typedName, setTypedName] = useState<string | null>(() =>
    kept && kept.name !== proposedName(searchOf(kept.filters)) ? kept.name : null,
  )
  const [rhythm, setRhythm] = useState<AlertRhythm | null>(kept?.alert?.rhythm ?? null)
  const name = typedName?.trim() || proposedName(search)
  const { create, update } = useFilterChanges()
  const step = steps.find((s) => s === params.get('step')) ?? steps.find((s) => s === progress.step) ?? 'roles'
  const at = steps.indexOf(step)

  // A minimum pay must not hide the many postings that state none, unless the user says so.
  const change = (patch: Partial<Search>) =>
    setSearch((s) => ({ ...s, ...patch, ...(patch.compensationMin && !s.compensationMin ? { includeUnpriced: true } : {}) }))

  /** keep saves the answers so far, so that another visit goes on from here. */
  const keep = async (next: Step | 'done') => {
    let id = kept?.id ?? progress.search
    if (isNarrowed(search)) {
      const alert = rhythm === (kept?.alert?.rhythm ?? null) ? {} : { rhythm }
      if (kept) await update.mutateAsync({ id: kept.id, name, search, ...alert })
      else id = (await create.mutateAsync({ name, search, rhythm })).id
      if (next === 'done') said(text.jobs.searchSaved(name))
    }
    setProgress({ step: next, search: id })
  }
  const go = async (next: Step | 'done') => {
    try {
      await keep(next)
    } catch (error) {
      return failed(error)
    }
    if (next === 'done') return void navigate(searchAddress(search), { replace: true })
    setParams({ step: next })
  }
  const skip = () => {
    setProgress({ step: 'skipped', search: progress.search })
    void navigate('/')
  }
  const question = text.onboarding.steps[step]
  const busy = create.isPending || update.isPending

  return (
    <div className={classes.page}>
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed">
          {text.onboarding.stepOf(at + 1, steps.length)}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={skip}>
          {text.onboarding.skip}
        </Button>
      </Group>
      <div className={classes.progress} aria-hidden>
        {steps.map((s, i) => (
          <span key={s} data-done={i <= at || undefined} />
        ))}
      </div>
      {/* Suggestions hang over the edge of the card. */}
      <Card padding="xl" component="section" aria-labelledby="question" style={{ overflow: 'visible' }}>
        <Title order={1} fz="h2" id="question">
          {question.title}
        </Title>
        <Text c="dimmed" mt={4} mb="lg">
          {question.hint}
        </Text>
        <Stack gap="lg" mih="11rem">
          {step === 'roles' && (
            <>
              <SearchField search={search} onType={(keyword) => change({ keyword })} onChange={change} />
              <Choices
                label={text.jobs.facets.careerLevel}
                values={careerLevels}
                labels={text.jobs.careerLevel}
                chosen={search.careerLevel}
                onToggle={(v) => change({ careerLevel: toggle(search.careerLevel, v) })}
              />
            </>
          )}
          {step === 'place' && (
            <>
              <PlaceField search={search} onChange={change} />
              <Choices
                label={text.jobs.facets.workplaceType}
                values={workplaceTypes}
                labels={text.jobs.workplaceType}
                chosen={search.workplaceType}
                onToggle={(v) => change({ workplaceType: toggle(search.workplaceType, v) })}
              />
            </>
          )}
          {step === 'pay' && <PayFilter search={search} onChange={change} />}
          {step === 'employers' && <MatchingEmployers search={search} />}
          <Chips search={search} onChange={change} withKeyword={step !== 'roles'} />
          {step === 'employers' && isNarrowed(search) && (
            <section aria-labelledby="keep">
              <Title order={2} fz="h4" id="keep">
                {text.onboarding.saveTitle}
              </Title>
              <Text size="sm" c="dimmed" mb="sm">
                {text.onboarding.saveHint}
              </Text>
              <Group align="flex-start" grow preventGrowOverflow={false} gap="sm">
                <TextInput
                  label={text.jobs.searchName}
                  value={typedName ?? name}
                  onChange={(e) => setTypedName(e.currentTarget.value)}
                  maxLength={MAX_NAME}
                  miw="12rem"
                />
                <AlertChoice value={rhythm} onChange={setRhythm} miw="12rem" />
              </Group>
            </section>
          )}
        </Stack>
        <Matching search={search} />
        <Group justify="space-between" mt="lg">
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} />}
            disabled={at === 0}
            onClick={() => setParams({ step: steps[at - 1]! })}
          >
            {text.onboarding.back}
          </Button>
          {step === 'employers' ? (
            <Button leftSection={<IconCheck size={16} />} loading={busy} onClick={() => void go('done')}>
              {text.onboarding.finish}
            </Button>
          ) : (
            <Button rightSection={<IconArrowRight size={16} />} loading={busy} onClick={() => void go(steps[at + 1]!)}>
              {text.onboarding.next}
            </Button>
          )}
        </Group>
      </Card>
    </div>
  )
}

/** Matching says how many postings the answers so far find. */
function Matching({ search }: { search: Search }) {
  const { data } = useMatches(search, 1)
  return (
    <Text size="sm" c="dimmed" mt="lg" mih={{ base: '3.1em', xs: '1.55em' }} role="status">
      {data && text.onboarding.matching(data.totalElements, formatNumber(data.totalElements))}
    </Text>
  )
}

interface ChoicesProps<T extends string> {
  label: string
  values: readonly T[]
  labels: Record<T, string>
  chosen: T[]
  onToggle: (value: T) => void
}

function Choices<T extends string>({ label, values, labels, chosen, onToggle }: ChoicesProps<T>) {
  return (
    <div role="group" aria-label={label}>
      <Text size="sm" fw={550} mb={6}>
        {label}
      </Text>
      <Group gap="xs">
        {values.map((v) => (
          <Button
            key={v}
            size="xs"
            radius="xl"
            variant={chosen.includes(v) ? 'light' : 'default'}
            aria-pressed={chosen.includes(v)}
            onClick={() => onToggle(v)}
          >
            {labels[v]}
          </Button>
        ))}
      </Group>
    </div>
  )
}
