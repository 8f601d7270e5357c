import { Group, Modal, MultiSelect, NativeSelect, SegmentedControl, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { careerLevels, employmentTypes, workplaceTypes } from '~/api/enums'
import type { CompensationPeriod, CorrectableFact, FactValues, Job } from '~/api/models'
import { parseAmount } from '~/format/amount'
import { useAccount } from '~/session/account'
import { FormButtons } from '~/shell/buttons'
import { Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { type Change, factsOf, useCorrections, withFacts } from './corrections'
import { currencies } from './currency'
import { languageName, valueName } from './describe'
import { PlacesField, placesError, statedPlaces } from './places-field'

const languages =
  'ar bg bn ca cs da de el en es et fi fr ga he hi hr hu is it ja ko lt lv mt nl no pl pt ro ru sk sl sq sr sv th tr uk ur vi zh'.split(' ')
const maxYears = 60

type Fields = ReturnType<typeof fieldsOf>

function fieldsOf(facts: Required<FactValues>) {
  const number = (n: number | null | undefined) => (n === null || n === undefined ? '' : String(n))
  return {
    workplaceType: (facts.workplaceType ?? '') as string,
    employmentType: (facts.employmentType ?? '') as string,
    careerLevel: (facts.careerLevel ?? '') as string,
    payMin: number(facts.pay?.min),
    payMax: number(facts.pay?.max),
    currency: facts.pay?.currency ?? '',
    period: (facts.pay?.period ?? 'year') as CompensationPeriod,
    yearsMin: number(facts.experience?.min),
    yearsMax: number(facts.experience?.max),
    languages: facts.languages,
    skills: facts.skills,
    places: facts.places,
  }
}

function valuesOf(f: Fields): Required<FactValues> {
  const [min, max] = [parseAmount(f.payMin), parseAmount(f.payMax)]
  const years = (typed: string) => (typed.trim() === '' ? null : Number(typed))
  const [least, most] = [years(f.yearsMin), years(f.yearsMax)]
  return {
    workplaceType: (f.workplaceType || null) as FactValues['workplaceType'] & {},
    employmentType: (f.employmentType || null) as FactValues['employmentType'] & {},
    careerLevel: (f.careerLevel || null) as FactValues['careerLevel'] & {},
    pay: min === null && max === null ? null : { min, max, currency: f.currency || null, period: f.period },
    experience: least === null && most === null ? null : { min: least ?? 0, max: most },
    languages: f.languages,
    skills: f.skills,
    places: statedPlaces(f.places),
  }
}

const amount = (typed: string) => (typed.trim() && parseAmount(typed) === null ? text.jobs.payUnreadable : null)
const years = (typed: string) => (/^\s*\d*\s*$/.test(typed) && Number(typed) <= maxYears ? null : text.facts.yearsUnreadable)
const below = (low: number | null, high: number | null) => low !== null && high !== null && high < low

interface Props {
  job: Job
  own: FactValues | undefined
  /** The field to begin with. */
  fact: CorrectableFact | undefined
  onClose: () => void
}

/** FactEditor corrects the facts of a posting, for the user or, by an administrator, for everybody. */
export default function FactEditor({ job, own, fact, onClose }: Props) {
  const account = useAccount()
  const [scope, setScope] = useState<'own' | 'everybody'>('own')
  const { set } = useCorrections(job.id)
  const before = factsOf(own ? withFacts(job, own) : job)
  const form = useForm({
    initialValues: fieldsOf(before),
    validate: {
      payMin: amount,
      payMax: (typed, f) => amount(typed) ?? (below(parseAmount(f.payMin), parseAmount(typed)) ? text.facts.payOrder : null),
      places: placesError,
      yearsMin: years,
      yearsMax: (typed, f) =>
        years(typed) ?? (typed.trim() && below(Number(f.yearsMin), Number(typed)) ? text.facts.yearsOrder : null),
    },
  })
  const submit = form.onSubmit((fields) => {
    const after = valuesOf(fields)
    const changed = (Object.keys(after) as CorrectableFact[]).filter((f) => JSON.stringify(after[f]) !== JSON.stringify(before[f]))
    const changes = changed.map((f) => ({ fact: f, value: after[f] }) as Change)
    if (changes.length === 0) return onClose()
    set.mutate(
      { changes, everybody: scope === 'everybody', version: job.factsVersion },
      {
        onSuccess: () => {
          said(text.facts.corrected)
          onClose()
        },
      },
    )
  })
  const choice = (name: 'workplaceType' | 'employmentType' | 'careerLevel', values: string[]) => (
    <NativeSelect
      label={text.facts.names[name]}
      data={[{ value: '', label: text.facts.notStated }, ...values.map((v) => ({ value: v, label: valueName(name, v) }))]}
      data-autofocus={fact === name || undefined}
      {...form.getInputProps(name)}
    />
  )
  return (
    <Modal opened onClose={onClose} title={text.facts.title} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {text.facts.lead}
          </Text>
          <Problem error={set.error} form={form} />
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
            {choice('workplaceType', workplaceTypes)}
            {choice('employmentType', employmentTypes)}
            {choice('careerLevel', careerLevels)}
          </SimpleGrid>
          <Group align="flex-start" gap="xs">
            <TextInput
              label={text.facts.payFrom}
              inputMode="numeric"
              flex="1 1 7rem"
              data-autofocus={fact === 'pay' || undefined}
              {...form.getInputProps('payMin')}
            />
            <TextInput label={text.facts.payTo} inputMode="numeric" flex="1 1 7rem" {...form.getInputProps('payMax')} />
            <NativeSelect
              label={text.jobs.currency}
              flex="1 1 6rem"
              data={[
                { value: '', label: text.facts.anyCurrency },
                ...new Set([...currencies, ...(before.pay?.currency ? [before.pay.currency] : [])]),
              ]}
              {...form.getInputProps('currency')}
            />
            <NativeSelect
              label={text.facts.period}
              flex="1 1 6rem"
              data={Object.entries(text.facts.periods).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('period')}
            />
          </Group>
          <Group align="flex-start" gap="xs">
            <TextInput
              label={text.facts.yearsFrom}
              inputMode="numeric"
              w="12rem"
              data-autofocus={fact === 'experience' || undefined}
              {...form.getInputProps('yearsMin')}
            />
            <TextInput label={text.facts.yearsTo} inputMode="numeric" w="6rem" {...form.getInputProps('yearsMax')} />
          </Group>
          <MultiSelect
            label={text.facts.names.languages}
            data={[...new Set([...languages, ...before.languages])].map((l) => ({ value: l, label: languageName(l) }))}
            searchable
            maxValues={20}
            data-autofocus={fact === 'languages' || undefined}
            {...form.getInputProps('languages')}
          />
          <TagsInput
            label={text.facts.names.skills}
            description={text.facts.skillsHint}
            maxTags={50}
            maxLength={100}
            splitChars={[',', ';']}
            acceptValueOnBlur
            data-autofocus={fact === 'skills' || undefined}
            {...form.getInputProps('skills')}
          />
          <PlacesField
            value={form.values.places}
            onChange={(places) => form.setFieldValue('places', places)}
            error={form.errors.places}
            focus={fact === 'places'}
          />
          {account.data?.isAdmin && (
            <SegmentedControl
              value={scope}
              onChange={(v) => setScope(v as typeof scope)}
              data={Object.entries(text.facts.scopes).map(([value, label]) => ({ value, label }))}
              aria-label={text.facts.scope}
            />
          )}
          <Text size="sm" c="dimmed">
            {text.facts.scopeHints[scope]}
          </Text>
          <FormButtons onCancel={onClose} action={text.save} loading={set.isPending} />
        </Stack>
      </form>
    </Modal>
  )
}
