import { CloseButton, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { text } from '~/text'
import { Combobox } from './combobox'
import { distanceName, placeName } from './describe'
import classes from './find.module.css'
import { at, type Search } from './search-state'
import { SUGGEST_PAUSE, usePlaces } from './suggest'

interface Props {
  search: Search
  onChange: (patch: Partial<Search>) => void
}

const distances = ['10km', '30km', '50km', '100km']

/**
 * PlaceField sets a place and, once there is one, a distance around it. Places without a distance are shown as filters, not in the
 * field.
 */
export function PlaceField({ search, onChange }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const { near, within: distance, location } = search
  // A distance is around one place alone.
  const place = near ?? (location.length === 1 ? location[0] : undefined)
  const value = draft ?? (near ? placeName(near) : '')
  const [rested] = useDebouncedValue(draft ?? '', SUGGEST_PAUSE)
  const places = usePlaces(draft ?? '', rested)

  const take = (next: string) => {
    setDraft(null)
    if (next) onChange(at(search, next, distance))
    else if (near) onChange({ near: null, within: null })
  }
  const known = distance && !distances.includes(distance) ? [distance, ...distances] : distances
  return (
    <div className={classes.place}>
      <Combobox
        aria-label={text.jobs.placeLabel}
        placeholder={location.length > 0 ? text.jobs.anotherPlace : text.jobs.placePlaceholder}
        value={value}
        onType={setDraft}
        suggestions={places}
        onChoose={(s) => take(s.value)}
        onEnter={() => draft !== null && take(draft.trim())}
        onBlur={() => setDraft(null)}
        firstIsActive
        leftSection={<IconMapPin size={17} />}
        rightSection={
          value && (
            <CloseButton
              size="sm"
              aria-label={text.jobs.clearPlace}
              onMouseDown={(e) => e.preventDefault()} // keeps the focus in the field: leaving it would take a suggestion
              onClick={() => take('')}
            />
          )
        }
        maxLength={200}
        enterKeyHint="search"
      />
      {place && (
        <NativeSelect
          aria-label={text.jobs.distance}
          data={[
            { value: '', label: text.jobs.exactlyHere },
            ...known.map((d) => ({ value: d, label: text.jobs.distanceOf(distanceName(d)) })),
          ]}
          value={distance ?? ''}
          onChange={(e) => onChange(at(search, place, e.currentTarget.value || null))}
        />
      )}
    </div>
  )
}
