import { Badge, Group } from '@mantine/core'
import {
  IconBriefcase, IconBuildingSkyscraper, IconCash, IconChartBar, IconClock, IconHome2, IconLanguage, IconMapPin, IconPencil,
} from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { CorrectableFact, FactName, FactValues, Job, JobSummary } from '~/api/models'
import { tidyPlace } from '~/format/place'
import { text } from '~/text'
import { factsOf, factText, type Origin, originOf, withFacts } from './corrections'
import { FactPanel } from './fact-panel'
import classes from './job-facts.module.css'

interface Props {
  /** The posting as everybody sees it. */
  job: JobSummary | Job
  own: FactValues | undefined
  onCorrect: (fact?: CorrectableFact) => void
}

const icons = [
  ['workplaceType', IconHome2],
  ['pay', IconCash],
  ['employmentType', IconClock],
  ['careerLevel', IconChartBar],
  ['experience', IconBriefcase],
  ['languages', IconLanguage],
] as const

/** JobFacts is the line of facts below the title. Pressing one shows where it comes from. */
export function JobFacts({ job, own, industry, onCorrect }: Props & { industry: string | null }) {
  const [open, setOpen] = useState<FactName | null>(null)
  const panel = useId()
  const shown = factsOf(own ? withFacts(job, own) : job)
  const placed = /^(own|administrator)$/.test(originOf(job, own, 'places')?.source ?? '')
  const facts = [
    // Without known places the board's own line is shown, unless somebody says that it names none.
    { fact: 'places' as FactName, Icon: IconMapPin, value: factText('places', shown) ?? (placed ? null : tidyPlace(job.location)) },
    ...icons.map(([fact, Icon]) => ({ fact: fact as FactName, Icon, value: factText(fact, shown) })),
    // An internship is one by its employment and by its level: once is enough.
  ].filter((f, i, all) => !f.value || all.findIndex((o) => o.value === f.value) === i)
  return (
    <>
      <ul className={classes.facts}>
        {facts.map(({ fact, Icon, value }) => {
          const origin = originOf(job, own, fact)
          const cleared = origin?.source === 'own' || origin?.source === 'administrator'
          const label = value ?? (cleared ? text.facts.missing(text.facts.names[fact]) : null)
          return (
            label && (
              <li key={fact} className={classes.fact}>
                <Icon size={16} stroke={1.7} aria-hidden />
                {origin ? (
                  <button
                    type="button"
                    className={classes.value}
                    aria-expanded={open === fact}
                    aria-controls={open === fact ? panel : undefined}
                    onClick={() => setOpen(open === fact ? null : fact)}
                  >
                    {label}
                  </button>
                ) : (
                  label
                )}
                <Mark origin={origin} />
              </li>
            )
          )
        })}
        {industry && (
          <li className={classes.fact}>
            <IconBuildingSkyscraper size={16} stroke={1.7} aria-hidden />
            {industry}
          </li>
        )}
        {'facts' in job && (
          <li className={classes.fact}>
            <IconPencil size={14} stroke={1.7} aria-hidden />
            <button type="button" className={classes.value} data-quiet onClick={() => onCorrect()}>
              {text.facts.correct}
            </button>
          </li>
        )}
      </ul>
      {open && <FactPanel id={panel} job={job} own={own} fact={open} onCorrect={onCorrect} />}
    </>
  )
}

/** JobSkills shows the skills as badges, and where they come from. */
export function JobSkills({ job, own, onCorrect }: Props) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const origin = originOf(job, own, 'skills')
  const skills = own?.skills ?? job.skills
  if (skills.length === 0 && origin?.source !== 'own' && origin?.source !== 'administrator') return null
  return (
    <>
      <Group gap={6} mt="lg">
        {skills.length > 0 && (
          <Group gap={6} role="list" aria-label={text.jobs.facets.skill}>
            {skills.map((s) => (
              <Badge key={s} role="listitem" variant="default" tt="none" fw={500} size="md">
                {s}
              </Badge>
            ))}
          </Group>
        )}
        {origin && (
          <button
            type="button"
            className={classes.value}
            data-quiet
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={() => setOpen(!open)}
          >
            {skills.length > 0 ? text.facts.whence : text.facts.missing(text.facts.names.skills)}
          </button>
        )}
        <Mark origin={origin} />
      </Group>
      {open && <FactPanel id={panel} job={job} own={own} fact="skills" onCorrect={onCorrect} />}
    </>
  )
}

/** Mark names the sources that a reader should see without asking. */
function Mark({ origin }: { origin: Origin | undefined }) {
  if (!origin || !(origin.source in text.facts.marks)) return null
  const source = origin.source as keyof typeof text.facts.marks
  return (
    <span className={classes.mark} data-own={source === 'own' || undefined}>
      {text.facts.marks[source]}
    </span>
  )
}
