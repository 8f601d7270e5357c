import { Drawer, NativeSelect } from '@mantine/core'
import { jobSorts } from '~/api/enums'
import type { JobSort } from '~/api/models'
import { text } from '~/text'
import { Filters } from './filters'
import { type Search, sortOf } from './search-state'

interface Props {
  search: Search
  onChange: (patch: Partial<Search>) => void
  onClose: () => void
}

/** FilterDrawer shows the filters on screens without room for them beside the list. */
export default function FilterDrawer({ search, onChange, onClose }: Props) {
  return (
    <Drawer opened onClose={onClose} title={text.jobs.filters} position="right" size="sm">
      <NativeSelect
        label={text.jobs.sortBy}
        data={jobSorts.map((s) => ({ value: s, label: text.jobs.sort[s] }))}
        value={sortOf(search)}
        onChange={(e) => onChange({ sort: e.currentTarget.value as JobSort })}
        mb="lg"
        hiddenFrom="sm"
      />
      <Filters search={search} onChange={onChange} />
    </Drawer>
  )
}
