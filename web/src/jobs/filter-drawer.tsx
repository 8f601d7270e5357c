import { Drawer, NativeSelect } from '@mantine/core'
import { jobSorts } from '~/api/enums'
import type { JobSort } from '~/api/models'
import { formatNumber } from '~/format/number'
import { Sheet } from '~/shell/sheet'
import { usePhone } from '~/shell/use-phone'
import { text } from '~/text'
import { Filters } from './filters'
import { type Search, sortOf } from './search-state'
import type { Reading } from './understood'

interface Props {
  search: Search
  understood?: Reading | undefined
  /** How many jobs there are with these filters; undefined until it is known. */
  found: number | undefined
  onChange: (patch: Partial<Search>) => void
  onClose: () => void
}

/** FilterDrawer shows the filters on screens without room for them beside the list: from the bottom on a phone. */
export default function FilterDrawer({ search, understood, found, onChange, onClose }: Props) {
  const phone = usePhone()
  const filters = <Filters search={search} understood={understood} onChange={onChange} />
  if (!phone) {
    return (
      <Drawer opened onClose={onClose} title={text.jobs.filters} position="right" size="sm">
        {filters}
      </Drawer>
    )
  }
  const show = found === undefined ? text.done : text.phone.showJobs(found, formatNumber(found))
  return (
    <Sheet title={text.jobs.filters} action={show} onClose={onClose}>
      <NativeSelect
        label={text.jobs.sortBy}
        data={jobSorts.map((s) => ({ value: s, label: text.jobs.sort[s] }))}
        value={sortOf(search)}
        onChange={(e) => onChange({ sort: e.currentTarget.value as JobSort })}
        mb="lg"
      />
      {filters}
    </Sheet>
  )
}
