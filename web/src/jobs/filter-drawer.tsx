import { Drawer, NativeSelect } from '@mantine/core'
import { text } from '~/text'
import { Filters } from './filters'
import { type Search, type Sort, sortOf, sorts } from './search-state'

interface Props {
  search: Search
  onChange: (patch: Partial<Search>) => void
  onClose: () => void
}

/** FilterDrawer holds the filters where there is no room for them beside the list. */
export default function FilterDrawer({ search, onChange, onClose }: Props) {
  return (
    <Drawer opened onClose={onClose} title={text.jobs.filters} position="right" size="sm">
      <NativeSelect
        label={text.jobs.sortBy}
        data={sorts.map((s) => ({ value: s, label: text.jobs.sort[s] }))}
        value={sortOf(search)}
        onChange={(e) => onChange({ sort: e.currentTarget.value as Sort })}
        mb="lg"
        hiddenFrom="sm"
      />
      <Filters search={search} onChange={onChange} />
    </Drawer>
  )
}
