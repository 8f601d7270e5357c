import { Button, Card, Group, Text } from '@mantine/core'
import { type Icon, IconArrowRight, IconLayoutKanban, IconSparkles } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { text } from '~/text'
import classes from './home.module.css'
import { useProgress } from './onboarding-state'

/**
 * FirstSteps offers what helps somebody without applications: the first questions, unless they were answered, and an application that
 * was sent before. Who skips the questions finds them here again, in one row.
 */
export function FirstSteps({ answered }: { answered: boolean }) {
  const [progress, setProgress] = useProgress()
  const invited = !answered && progress.step !== 'skipped'
  const heading = useRef<HTMLHeadingElement>(null)
  const skip = () => {
    flushSync(() => setProgress({ ...progress, step: 'skipped' }))
    heading.current?.focus() // the button is gone
  }
  return (
    <Card component="section">
      {invited ? (
        <Invitation begun={progress.step !== 'roles'} onSkip={skip} />
      ) : (
        <Text component="h2" fw={650} mb="xs" ref={heading} tabIndex={-1}>
          {text.onboarding.firstSteps}
        </Text>
      )}
      <ul className={classes.agenda}>
        {!answered && !invited && (
          <Step to="/start" icon={IconSparkles} name={text.onboarding.answer} hint={text.onboarding.answerHint} />
        )}
        <Step
          to="/tracker"
          state={{ add: true }}
          icon={IconLayoutKanban}
          name={text.onboarding.addSent}
          hint={text.onboarding.addSentHint}
        />
      </ul>
    </Card>
  )
}

interface StepProps {
  to: string
  state?: object
  icon: Icon
  name: string
  hint: string
}

function Step({ to, state, icon: Emblem, name, hint }: StepProps) {
  return (
    <li>
      <Link to={to} state={state} className={classes.step}>
        <span className={classes.emblem}>
          <Emblem size={18} stroke={1.7} aria-hidden />
        </span>
        <span className={classes.what}>
          <span className={classes.offer}>{name}</span>
          <span className={classes.where}>{hint}</span>
        </span>
      </Link>
    </li>
  )
}

/** Invitation offers the first questions, or to go on with them. */
function Invitation({ begun, onSkip }: { begun: boolean; onSkip: () => void }) {
  return (
    <>
      <Text component="h2" fw={650} fz="h3">
        {text.onboarding.invite}
      </Text>
      <Text c="dimmed" size="sm" mt={4}>
        {text.onboarding.inviteLead}
      </Text>
      <Group mt="md" mb="lg" gap="sm">
        <Button component={Link} to="/start" rightSection={<IconArrowRight size={16} />}>
          {begun ? text.onboarding.goOn : text.onboarding.begin}
        </Button>
        <Button variant="subtle" onClick={onSkip}>
          {text.onboarding.notNow}
        </Button>
      </Group>
    </>
  )
}
