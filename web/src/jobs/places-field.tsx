import { ActionIcon, Button, Group, Input, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import type { JobLocation } from '~/api/models'
import { text } from '~/text'
import { countries } from './country-options'

const most = 50
const empty: JobLocation = { city: null, region: null, country: null, countryCode: null, primary: false }

/** statedPlaces returns the places that say something, without blanks. */
export function statedPlaces(places: JobLocation[]): JobLocation[] {
  return places
    .map((p) => ({ ...p, city: p.city?.trim() || null, region: p.region?.trim() || null }))
    .filter((p) => p.city || p.region || p.countryCode)
}

/** placesError says what a list of places lacks, or null. */
export function placesError(places: JobLocation[]): string | null {
  return statedPlaces(places).some((p) => !p.countryCode && (p.city || !p.region)) ? text.facts.placeNeedsCountry : null
}

interface Props {
  value: JobLocation[]
  onChange: (places: JobLocation[]) => void
  error?: ReactNode
  /** Whether a dialog begins here. */
  focus: boolean
}

/** PlacesField edits the places of a posting. */
export function PlacesField({ value, onChange, error, focus }: Props) {
  // Elements, made once: 250 options are slow to compare at every keystroke.
  const options = useMemo(
    () =>
      [{ value: '', label: text.facts.country }, ...countries()].map((c) => (
        <option key={c.value} value={c.value}>
          {c.label}
        </option>
      )),
    [],
  )
  const rows = value.length > 0 ? value : [empty]
  const change = (at: number, part: Partial<JobLocation>) => onChange(rows.map((p, i) => (i === at ? { ...p, ...part } : p)))
  return (
    <Input.Wrapper label={text.facts.names.places} labelElement="div" error={error}>
      <Stack gap="xs" align="flex-start">
        {rows.map((p, i) => (
          <Group key={i} gap="xs" w="100%" role="group" aria-label={text.facts.placeNumber(i + 1)}>
            <TextInput
              aria-label={text.facts.city}
              placeholder={text.facts.city}
              flex="1 1 8rem"
              maxLength={100}
              value={p.city ?? ''}
              data-autofocus={(focus && i === 0) || undefined}
              onChange={(e) => change(i, { city: e.currentTarget.value })}
            />
            <TextInput
              aria-label={text.facts.region}
              placeholder={text.facts.region}
              flex="1 1 8rem"
              maxLength={100}
              value={p.region ?? ''}
              onChange={(e) => change(i, { region: e.currentTarget.value })}
            />
            <NativeSelect
              aria-label={text.facts.country}
              flex="1 1 8rem"
              value={p.countryCode ?? ''}
              onChange={(e) => change(i, { countryCode: e.currentTarget.value || null, country: null })}
            >
              {options}
            </NativeSelect>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text.facts.removePlace(i + 1)}
              onClick={() => onChange(rows.filter((_, n) => n !== i))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        {rows.length < most && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...rows, empty])}
          >
            {text.facts.addPlace}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
