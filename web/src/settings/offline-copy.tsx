import { Switch } from '@mantine/core'
import { useState } from 'react'
import { copyWanted, wantCopy } from '~/offline/copy'
import { text } from '~/text'
import { Section } from './section'

/** OfflineCopy says what this device keeps for reading offline, and turns it off. Without cache storage nothing is kept. */
export function OfflineCopy() {
  const [wanted, setWanted] = useState(copyWanted)
  if (typeof caches === 'undefined') return null
  return (
    <Section title={text.phone.keep.title} lead={text.phone.keep.lead}>
      <Switch
        label={text.phone.keep.label}
        description={text.phone.keep.help}
        checked={wanted}
        onChange={(e) => {
          setWanted(e.currentTarget.checked)
          wantCopy(e.currentTarget.checked)
        }}
      />
    </Section>
  )
}
