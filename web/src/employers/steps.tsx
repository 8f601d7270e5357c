import { List, Text, Title } from '@mantine/core'
import type { FindStep } from '~/api/models'
import { sourceName } from '~/jobs/describe'
import { text } from '~/text'

/** Steps lists what a find tried, and with what outcome. */
export function Steps({ steps }: { steps: FindStep[] }) {
  if (steps.length === 0) return null
  const pages = steps.filter((s) => s.token === null)
  const names = steps.filter((s) => s.token !== null)
  return (
    <section aria-labelledby="tried">
      <Title order={2} fz="h4" mb="xs" id="tried">
        {text.addEmployer.tried}
      </Title>
      <Part title={text.addEmployer.triedPages} steps={pages} nameOf={(s) => s.place} />
      <Part title={text.addEmployer.triedNames} steps={names} nameOf={(s) => `${sourceName(s.place)}, ${s.token}`} />
    </section>
  )
}

function Part({ title, steps, nameOf }: { title: string; steps: FindStep[]; nameOf: (s: FindStep) => string }) {
  if (steps.length === 0) return null
  return (
    <>
      <Title order={3} fz="sm" mt="sm" mb={4}>
        {title}
      </Title>
      <List size="sm" spacing={2} listStyleType="none">
        {steps.map((s) => (
          <List.Item key={s.place + s.token}>
            <span style={{ overflowWrap: 'anywhere' }}>{nameOf(s)}</span>
            <Text span c="dimmed" size="sm">
              {': '}
              {[text.addEmployer.outcome[s.outcome], s.note].filter(Boolean).join(', ')}
            </Text>
          </List.Item>
        ))}
      </List>
    </>
  )
}
