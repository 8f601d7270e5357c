import { Anchor, Button, Card, Group, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { fieldErrors } from '~/api/error'
import type { ApplicationDetails } from '~/api/models'
import { formatDay, today } from '~/format/date'
import { FormButtons } from '~/shell/buttons'
import { said } from '~/shell/toast'
import { filled, webAddress } from '~/shell/validate'
import { text } from '~/text'
import { jobDetailsOf, noonOf } from './new-application'
import { useChange } from './queries'
import { closedStatuses } from './status'
import { isAssumed } from './timeline'

interface Props {
  application: ApplicationDetails
  /** Whether all of it is known, or only what the board has. */
  complete: boolean
}

/** Facts shows the contact, the dates and the portal of an application, with a form to change them. */
export function Facts({ application: a, complete }: Props) {
  const [editing, edit] = useDisclosure()
  const change = useChange(a.id)
  const endUnknown = a.timeline.some((e) => e.occurredAt === a.endedAt && isAssumed(a, e))
  const rows = [
    [text.tracker.contact, a.contact],
    [text.tracker.appliedOn, a.appliedAt && formatDay(a.appliedAt)],
    [text.tracker.endedOn, a.endedAt && (endUnknown ? text.tracker.dateUnknown : formatDay(a.endedAt))],
  ].filter(([, value]) => value)
  return (
    <Card component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} fz="h3">
          {text.tracker.facts}
        </Title>
        {!editing && (
          <Button size="compact-sm" variant="subtle" onClick={edit.open}>
            {text.edit}
          </Button>
        )}
      </Group>
      {editing ? (
        <Form application={a} onDone={edit.close} />
      ) : (
        <Stack gap="xs">
          {rows.map(([label, value]) => (
            <div key={label}>
              <Text size="xs" c="dimmed">
                {label}
              </Text>
              <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {value}
              </Text>
            </div>
          ))}
          {a.portalUrl && (
            <div>
              <Text size="xs" c="dimmed">
                {text.tracker.portal}
              </Text>
              <Anchor href={a.portalUrl} target="_blank" rel="noopener noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {a.portalUrl}
              </Anchor>
            </div>
          )}
          {rows.length === 0 && !a.portalUrl && (
            <Text size="sm" c="dimmed">
              {text.tracker.noFacts}
            </Text>
          )}
          {complete && !closedStatuses.includes(a.status) && (
            <Switch
              size="xs"
              mt="xs"
              label={text.tracker.ghosting}
              checked={a.ghosting}
              onChange={(e) => change.mutate({ ghosting: e.currentTarget.checked })}
            />
          )}
        </Stack>
      )}
    </Card>
  )
}

function Form({ application: a, onDone }: { application: ApplicationDetails; onDone: () => void }) {
  const change = useChange(a.id)
  const appliedOn = a.appliedAt ? today(new Date(a.appliedAt)) : ''
  const form = useForm({
    initialValues: {
      title: a.job.title,
      company: a.job.company,
      location: a.job.location ?? '',
      url: a.job.url ?? '',
      contact: a.contact ?? '',
      portalUrl: a.portalUrl ?? '',
      appliedOn,
    },
    validate: { title: filled, company: filled, url: webAddress, portalUrl: webAddress },
  })
  const submit = form.onSubmit((v) =>
    change.mutate(
      {
        contact: v.contact.trim() || null,
        portalUrl: v.portalUrl.trim() || null,
        ...(v.appliedOn !== appliedOn ? { appliedAt: v.appliedOn ? noonOf(v.appliedOn) : null } : {}),
        // What was copied from a posting cannot be changed.
        ...(a.jobPostId ? {} : { jobDetails: jobDetailsOf(v) }),
      },
      {
        onSuccess: () => {
          said(text.savedState)
          onDone()
        },
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {!a.jobPostId && (
          <>
            <TextInput label={text.tracker.jobTitle} maxLength={300} required {...form.getInputProps('title')} />
            <TextInput label={text.tracker.company} maxLength={200} required {...form.getInputProps('company')} />
            <TextInput label={text.tracker.location} maxLength={300} {...form.getInputProps('location')} />
            <TextInput label={text.tracker.url} type="url" maxLength={2000} {...form.getInputProps('url')} />
          </>
        )}
        <Textarea
          label={text.tracker.contact}
          placeholder={text.tracker.contactHint}
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('contact')}
        />
        <TextInput label={text.tracker.portal} type="url" placeholder="https://" maxLength={2000} {...form.getInputProps('portalUrl')} />
        <TextInput label={text.tracker.appliedOn} type="date" max={today()} {...form.getInputProps('appliedOn')} />
        <FormButtons onCancel={onDone} action={text.save} loading={change.isPending} />
      </Stack>
    </form>
  )
}
