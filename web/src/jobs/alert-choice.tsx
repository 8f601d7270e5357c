import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { alertRhythms } from '~/api/enums'
import type { AlertRhythm } from '~/api/models'
import { text } from '~/text'

interface Props extends Omit<NativeSelectProps, 'value' | 'onChange'> {
  value: AlertRhythm | null
  onChange: (rhythm: AlertRhythm | null) => void
}

/** AlertChoice asks how often to alert to new postings of a search. */
export function AlertChoice({ value, onChange, ...select }: Props) {
  return (
    <NativeSelect
      label={text.alerts.label}
      data={[{ value: '', label: text.alerts.off }, ...alertRhythms.map((r) => ({ value: r, label: text.alerts.rhythms[r] }))]}
      value={value ?? ''}
      onChange={(e) => onChange((e.currentTarget.value || null) as AlertRhythm | null)}
      {...select}
    />
  )
}
