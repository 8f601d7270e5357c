import { Menu } from '@mantine/core'
import { IconBuildingOff, IconEyeOff, IconMapPinOff, IconPin, IconTextSize } from '@tabler/icons-react'
import type { JobSummary } from '~/api/models'
import { text } from '~/text'
import { placeName } from './describe'
import { useRuleChanges } from './rules'

interface Props {
  job: JobSummary
  /** Asks for words; the caller shows NeverTitle, which must outlive the menu. */
  onTitle: () => void
}

/** NeverItems are the entries of a menu that hide a posting, its company, its place or words of its title for good. */
export function NeverItems({ job, onTitle }: Props) {
  const { add } = useRuleChanges()
  const first = job.locations[0]
  const place = first && ([first.city, first.country].filter(Boolean).join(', ') || first.region)
  const { id: jobId, company } = job
  return (
    <>
      <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={() => add.mutate({ list: 'NEVER', kind: 'JOB', jobId })}>
        {text.rules.hideJob}
      </Menu.Item>
      <Menu.Item leftSection={<IconBuildingOff size={16} />} onClick={() => add.mutate({ list: 'NEVER', kind: 'COMPANY', jobId })}>
        {text.rules.neverCompany(company.name)}
      </Menu.Item>
      <Menu.Item leftSection={<IconTextSize size={16} />} onClick={onTitle}>
        {text.rules.neverTitle}
      </Menu.Item>
      {place && (
        <Menu.Item
          leftSection={<IconMapPinOff size={16} />}
          onClick={() => add.mutate({ list: 'NEVER', kind: 'PLACE', value: place })}
        >
          {text.rules.neverPlace(placeName(place))}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPin size={16} />} onClick={() => add.mutate({ list: 'ALWAYS', kind: 'COMPANY', jobId })}>
        {text.rules.alwaysCompany(company.name)}
      </Menu.Item>
    </>
  )
}
