import { Button, Group, Text } from '@mantine/core'
import type { CorrectableFact, FactName, FactValues, Job, JobSummary } from '~/api/models'
import { useAccount } from '~/session/account'
import { failed, said } from '~/shell/toast'
import { text } from '~/text'
import { factsOf, factText, originOf, useCorrections } from './corrections'
import classes from './job-facts.module.css'
import { SkillQuotes } from './skill-quotes'

const correctable = (fact: FactName): fact is CorrectableFact => fact !== 'requirements'

interface Props {
  id: string
  /** The posting as everybody sees it. */
  job: JobSummary | Job
  own: FactValues | undefined
  fact: FactName
  onCorrect: (fact: CorrectableFact) => void
}

/** FactPanel says where a fact comes from and which words it stands on. */
export function FactPanel({ id, job, own, fact, onCorrect }: Props) {
  const account = useAccount()
  const { undo, withdraw } = useCorrections(job.id)
  const origin = originOf(job, own, fact)
  if (!origin) return null
  const { source, words, quotes } = origin
  const named = (facts: FactValues) => (correctable(fact) && factText(fact, facts)) || text.facts.notStated
  const found = 'found' in job && source === 'administrator' ? job.found : undefined
  const done = { onSuccess: () => said(text.facts.undone), onError: failed }
  return (
    <div id={id} className={classes.panel} role="region" aria-label={text.facts.names[fact]}>
      <Text size="sm" fw={550}>
        {source === 'own'
          ? text.facts.own
          : (words || quotes) && (source === 'text' || source === 'title')
            ? text.facts.quoted[source]
            : text.facts.sources[source]}
      </Text>
      {words && (
        <blockquote className={classes.quote}>
          <mark>{words}</mark>
        </blockquote>
      )}
      {quotes && <SkillQuotes quotes={quotes} />}
      {source === 'own' && <Text size="sm">{text.facts.others(named(factsOf(job)))}</Text>}
      {found && <Text size="sm">{text.facts.found(named(found))}</Text>}
      {correctable(fact) && (
        <Group gap="xs" mt="xs">
          <Button size="compact-sm" variant="default" onClick={() => onCorrect(fact)}>
            {text.facts.correctOne}
          </Button>
          {source === 'own' && (
            <Button size="compact-sm" variant="subtle" loading={undo.isPending} onClick={() => undo.mutate([fact], done)}>
              {text.facts.undoOwn}
            </Button>
          )}
          {source === 'administrator' && account.data?.isAdmin && 'factsVersion' in job && (
            <Button
              size="compact-sm"
              variant="subtle"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate({ fact, version: job.factsVersion }, done)}
            >
              {text.facts.withdraw}
            </Button>
          )}
        </Group>
      )}
    </div>
  )
}
