import { Button, Checkbox, Group, MultiSelect, NativeSelect, Popover, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconColumns3 } from '@tabler/icons-react'
import type { ApplicationSort, ApplicationStatus } from '~/api/models'
import { SearchInput } from '~/shell/search-input'
import { Sheet } from '~/shell/sheet'
import { usePhone } from '~/shell/use-phone'
import { text } from '~/text'
import { statusOptions } from './status'
import { allColumns, type Column, orderOf, tableColumns, type TableState } from './table-state'

interface Props {
  state: TableState
  tags: string[]
  columns: Column[]
  onChange: (patch: Partial<TableState>, replace?: boolean) => void
  onColumn: (column: Column) => void
}

/** TableFilters narrows the table and chooses its columns: in a line, or on a phone in a sheet. */
export function TableFilters(props: Props) {
  const { state, columns, onChange, onColumn } = props
  const phone = usePhone()
  const [opened, sheet] = useDisclosure()
  const search = (
    <SearchInput
      label={text.tracker.filter}
      value={state.q}
      onChange={(q) => onChange({ q }, true)}
      maxLength={200}
      w={phone ? undefined : 180}
      style={{ flex: phone ? 1 : undefined }}
    />
  )
  const choice = (
    <Stack gap={phone ? 'sm' : 'xs'} role="group" aria-label={text.tracker.columns}>
      {allColumns.map((c) => (
        <Checkbox
          key={c}
          size={phone ? 'sm' : 'xs'}
          label={tableColumns[c].label}
          checked={columns.includes(c)}
          onChange={() => onColumn(c)}
        />
      ))}
    </Stack>
  )
  if (!phone) {
    return (
      <Group gap="xs">
        {search}
        <Narrowing {...props} />
        <Popover position="bottom-end" trapFocus>
          <Popover.Target>
            <Button variant="default" leftSection={<IconColumns3 size={16} />}>
              {text.tracker.columns}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>{choice}</Popover.Dropdown>
        </Popover>
      </Group>
    )
  }
  const narrowing = state.status.length + state.tag.length + (state.archived === false ? 0 : 1)
  return (
    <>
      {search}
      <Button
        variant="default"
        px="sm"
        aria-label={text.phone.filtersOn(narrowing)}
        onClick={sheet.open}
        leftSection={<IconAdjustmentsHorizontal size={18} />}
      >
        {narrowing > 0 ? narrowing : text.jobs.filters}
      </Button>
      {opened && (
        <Sheet title={text.jobs.filters} action={text.done} onClose={sheet.close}>
          <Stack gap="md">
            <Narrowing {...props} />
            <Sorting state={state} onChange={onChange} />
            <Text fw={600} size="sm" mb={-6}>
              {text.tracker.columns}
            </Text>
            {choice}
          </Stack>
        </Sheet>
      )}
    </>
  )
}

function Narrowing({ state: { status, tag, archived }, tags, onChange }: Props) {
  return (
    <>
      <MultiSelect
        aria-label={text.tracker.statusLabel}
        placeholder={status.length ? undefined : text.tracker.anyStatus}
        data={statusOptions}
        value={status}
        onChange={(v) => onChange({ status: v as ApplicationStatus[] })}
        miw={150}
        maw={{ sm: 340 }}
        clearable
        clearButtonProps={{ 'aria-label': text.tracker.anyStatus }}
      />
      {tags.length > 0 && (
        <MultiSelect
          aria-label={text.tracker.tags}
          placeholder={tag.length ? undefined : text.tracker.anyTag}
          data={[...new Set([...tags, ...tag])]}
          value={tag}
          onChange={(v) => onChange({ tag: v })}
          miw={130}
          maw={{ sm: 280 }}
          clearable
          clearButtonProps={{ 'aria-label': text.tracker.anyTag }}
        />
      )}
      <Switch
        size="xs"
        label={text.tracker.archived}
        checked={archived === true}
        onChange={(e) => onChange({ archived: e.currentTarget.checked })}
      />
    </>
  )
}

/** Sorting does what the heads of the columns do where there are columns. */
function Sorting({ state, onChange }: Pick<Props, 'state' | 'onChange'>) {
  const sorts = Object.values(tableColumns).flatMap((c) => (c.sort ? { value: c.sort, label: c.label } : []))
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label={text.jobs.sortBy}
        data={[{ value: 'title', label: text.tracker.position }, ...sorts]}
        value={state.sort}
        onChange={(e) => onChange({ sort: e.currentTarget.value as ApplicationSort, order: null })}
        style={{ flex: 1 }}
      />
      <SegmentedControl
        aria-label={text.phone.order}
        data={(['asc', 'desc'] as const).map((o) => ({ value: o, label: text.phone.orders[o] }))}
        value={orderOf(state)}
        onChange={(o) => onChange({ order: o as 'asc' | 'desc' })}
      />
    </Group>
  )
}
