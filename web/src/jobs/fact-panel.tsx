import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CorrectableFact, FactName, FactValues, Job, JobSummary } from '~/api/models'
import { useAccount } from '~/session/account'
import { useToken } from '~/session/session'
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
}

/** FactPanel says where a fact comes from and which words it stands on. Who is signed in can correct it. */
export function FactPanel({ id, fact, onCorrect, ...posting }: Props & { fact: FactName; onCorrect: (fact: CorrectableFact) => void }) {
  const token = useToken()
  return (
    <div id={id} className={classes.panel} role="region" aria-label={text.facts.names[fact]}>
      <Source {...posting} fact={fact}>
        {token && correctable(fact) && (
          <Button size="compact-sm" variant="default" onClick={() => onCorrect(fact)}>
            {text.facts.correctOne}
          </Button>
        )}
      </Source>
    </div>
  )
}

const order: FactName[] = ['places', 'workplaceType', 'pay', 'employmentType', 'careerLevel', 'experience', 'languages', 'skills']

/** FactsPanel says where all facts of a posting come from. Who is signed in can correct them. */
export function FactsPanel({ id, onCorrect, ...posting }: Props & { onCorrect: () => void }) {
  const token = useToken()
  return (
    <div id={id} className={classes.panel} role="region" aria-label={text.facts.all}>
      {order
        .filter((fact) => originOf(posting.job, posting.own, fact))
        .map((fact) => (
          <section key={fact} className={classes.source}>
            <Text size="sm" c="dimmed" component="h3">
              {text.facts.names[fact]}
            </Text>
            <div>
              <Source {...posting} fact={fact} />
            </div>
          </section>
        ))}
      {token && (
        <Button size="compact-sm" variant="default" mt="xs" onClick={onCorrect}>
          {text.facts.correct}
        </Button>
      )}
    </div>
  )
}

/** Source says where a fact comes from and takes back corrections of it. */
function Source({ job, own, fact, children }: Omit<Props, 'id'> & { fact: FactName; children?: ReactNode }) {
  const account = useAccount()
  const { undo, withdraw } = useCorrections(job.id)
  const origin = originOf(job, own, fact)
  if (!origin) return null
  const { source, words, quotes } = origin
  const named = (facts: FactValues) => (correctable(fact) && factText(fact, facts)) || text.facts.notStated
  const found = 'found' in job && source === 'administrator' ? job.found : undefined
  const done = { onSuccess: () => said(text.facts.undone), onError: failed }
  return (
    <>
      <Text size="sm" className={classes.whence}>
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
      <Group gap="xs" mt="xs" className={classes.actions}>
        {children}
        {source === 'own' && correctable(fact) && (
          <Button size="compact-sm" variant="subtle" loading={undo.isPending} onClick={() => undo.mutate([fact], done)}>
            {text.facts.undoOwn}
          </Button>
        )}
        {source === 'administrator' && correctable(fact) && account.data?.isAdmin && 'factsVersion' in job && (
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
    </>
  )
}
