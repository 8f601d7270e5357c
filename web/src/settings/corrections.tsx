import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { CorrectableFact, FactValues } from '~/api/models'
import { factText, useCorrections, useOwnCorrections } from '~/jobs/corrections'
import { failed, said } from '~/shell/toast'
import { text } from '~/text'
import { download } from '~/tracker/download'
import { Section } from './section'

/** Corrections lists the postings whose facts the user corrected; without any it shows nothing. */
export function Corrections() {
  const { data } = useOwnCorrections()
  if (!data?.length) return null
  const save = () => download(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'corrections.json')
  return (
    <Section title={text.facts.section} lead={text.facts.sectionLead}>
      {data.map((c) => (
        <Row key={c.jobId} {...c} />
      ))}
      <Button mt="md" variant="default" style={{ alignSelf: 'flex-start' }} leftSection={<IconDownload size={16} />} onClick={save}>
        {text.facts.download}
      </Button>
    </Section>
  )
}

function Row({ jobId, title, facts }: { jobId: string; title: string; facts: FactValues }) {
  const { undo } = useCorrections(jobId)
  const names = Object.keys(facts) as CorrectableFact[]
  return (
    <Group py="xs" wrap="nowrap" justify="space-between" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Anchor component={Link} to={`/find?job=${jobId}`} size="sm" fw={550}>
          {title}
        </Anchor>
        <Text size="xs" c="dimmed">
          {names.map((f) => text.jobs.filterValue(text.facts.names[f], factText(f, facts) ?? text.facts.notStated)).join(' · ')}
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        style={{ flex: 'none' }}
        loading={undo.isPending}
        aria-label={text.facts.undoAllOf(title)}
        onClick={() => undo.mutateAsync(names).then(() => said(text.facts.undone), failed)}
      >
        {text.facts.undoAll}
      </Button>
    </Group>
  )
}
