import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { NewRule, Rule, RuleKind, RuleListName } from '~/api/models'
import { dotted } from '~/format/bidi'
import { formatDay } from '~/format/date'
import { useRuleChanges, useRules } from '~/jobs/rules'
import { useForgetSeen } from '~/jobs/seen'
import { focusBeside } from '~/shell/focus'
import { QueryState } from '~/shell/states'
import { text } from '~/text'
import { Section } from './section'

const groups: [RuleListName, RuleKind][] = [
  ['NEVER', 'COMPANY'], ['NEVER', 'TITLE_WORD'], ['NEVER', 'PLACE'], ['NEVER', 'JOB'], ['ALWAYS', 'COMPANY'], ['ALWAYS', 'WORD'],
]

/** Rules lists what the user never and always wants to see. */
export function Rules() {
  const query = useRules()
  const items = query.data?.items ?? []
  const forget = useForgetSeen()
  return (
    <Section id="rules" title={text.rules.section} lead={text.rules.sectionLead}>
      <Add />
      <QueryState query={query} lines={3} height={32} />
      {query.isSuccess && items.length === 0 && (
        <Text size="sm" c="dimmed" mt="md">
          {text.rules.empty}
        </Text>
      )}
      {groups.map(([list, kind]) => (
        <Entries key={list + kind} list={list} kind={kind} items={items.filter((r) => r.list === list && r.kind === kind)} />
      ))}
      {items.length > 0 && (
        <Text size="xs" c="dimmed" mt="md" className="numeric">
          {text.rules.full(items.length)}
        </Text>
      )}
      <Button
        mt="md"
        size="compact-sm"
        variant="subtle"
        color="gray"
        style={{ alignSelf: 'flex-start' }}
        loading={forget.isPending}
        onClick={() => forget.mutate()}
      >
        {text.rules.forgetSeen}
      </Button>
    </Section>
  )
}

/** Add takes words, places and companies; single postings are hidden from their menus. */
function Add() {
  const { add } = useRuleChanges()
  const [what, setWhat] = useState('NEVER TITLE_WORD')
  const [value, setValue] = useState('')
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const [list, kind] = what.split(' ') as [RuleListName, RuleKind]
    add.mutate({ list, kind, value: value.trim() } satisfies NewRule, { onSuccess: () => setValue('') })
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <NativeSelect
          label={text.rules.what}
          value={what}
          onChange={(e) => setWhat(e.currentTarget.value)}
          data={groups
            .filter(([, kind]) => kind !== 'JOB')
            .map(([list, kind]) => ({ value: `${list} ${kind}`, label: `${text.rules.lists[list]} ${text.rules.choices[kind]}` }))}
        />
        <TextInput
          label={text.rules.value}
          value={value}
          maxLength={what.endsWith('COMPANY') ? 300 : what.endsWith('PLACE') ? 200 : 100}
          style={{ flex: '1 1 12rem' }}
          onChange={(e) => setValue(e.currentTarget.value)}
        />
        <Button type="submit" loading={add.isPending} disabled={!value.trim()}>
          {text.rules.add}
        </Button>
      </Group>
    </form>
  )
}

function Entries({ list, kind, items }: { list: RuleListName; kind: RuleKind; items: Rule[] }) {
  const { remove } = useRuleChanges()
  if (items.length === 0) return null
  return (
    <Stack gap={2} mt="md">
      <Title order={3} fz="sm">
        {text.jobs.filterValue(text.rules.lists[list], text.rules.kinds[kind])}
      </Title>
      {items.map((r) => (
        <Group key={r.id} wrap="nowrap" justify="space-between" gap="xs">
          <Text size="sm" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {dotted(r.name, r.company)}{' '}
            <Text span size="xs" c="dimmed">
              {formatDay(r.createdAt)}
            </Text>
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            style={{ flex: 'none' }}
            aria-label={text.rules.removeEntry(r.name)}
            data-removes
            onClick={(e) => {
              focusBeside(e.currentTarget)
              remove.mutate([r])
            }}
          >
            {text.rules.remove}
          </Button>
        </Group>
      ))}
    </Stack>
  )
}
