import { Alert, Anchor, Box, Button, Card, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconPlayerPlay, IconSparkles, IconWorldDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ask, jobs } from '~/api/client'
import { explain, hasStatus } from '~/api/error'
import type { TriggerKind, TriggerRun, TriggerState } from '~/api/models'
import { formatAgo, formatInstant } from '~/format/date'
import { CodeForm } from '~/settings/two-factor'
import { Lines } from '~/shell/skeletons'
import { Failure } from '~/shell/states'
import { said } from '~/shell/toast'
import { later } from '~/text/later'
import { triggerKinds } from './enums'
import { inFlight, Outcome, RunHistory, Running, triggersKey, unread } from './run-history'

const icons = { crawl: IconWorldDownload, enrichment: IconSparkles }

/** Runs starts crawls and enrichments and shows their progress. */
export function Runs() {
  const status = useQuery({
    queryKey: [...triggersKey, 'status'],
    queryFn: ({ signal }) => ask(jobs.GET('/jobs/admin/triggers/status', { signal })),
    // Often while a run is in progress, else now and then: scheduled runs start by themselves.
    refetchInterval: ({ state: { data } }) => (inFlight(data?.crawl) || inFlight(data?.enrichment) ? 1500 : 15_000),
  })
  if (status.isError && !status.data) return <Failure error={status.error} retry={status.refetch} />
  if (!status.data) return <Lines count={2} height={180} />
  const s = status.data
  return (
    <Stack gap="lg">
      {!s.triggerEnabled && (
        <Alert color="amber" variant="light" title={later.admin.disabled}>
          {later.admin.disabledHint}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {triggerKinds.map((kind) => (
          <Kind key={kind} kind={kind} status={s} />
        ))}
      </SimpleGrid>
      <RunHistory />
    </Stack>
  )
}

function Kind({ kind, status }: { kind: TriggerKind; status: TriggerState }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const run = status[kind]
  const Emblem = icons[kind]
  const start = useMutation({
    mutationFn: (code?: string) => ask(jobs.POST('/jobs/admin/triggers', { body: { kind, ...(code ? { code } : {}) } })),
    onSuccess: () => {
      setAsking(false)
      said(later.admin.queued[kind])
    },
    onError: (error) => {
      // Two-factor authentication may have been turned on since the page was loaded.
      if (hasStatus(error, 422)) setAsking(true)
      if (hasStatus(error, 409, 403)) setAsking(false)
    },
    onSettled: () => client.invalidateQueries({ queryKey: triggersKey }),
  })
  const begin = () => {
    start.reset()
    if (status.twoFactorRequired) setAsking(true)
    else start.mutate(undefined)
  }
  const collision = hasStatus(start.error, 409) && start.error
  return (
    <Card component="section" data-kind={kind}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Emblem size={24} stroke={1.6} color="var(--accent)" aria-hidden style={{ flex: 'none' }} />
          <div>
            <Title order={2} fz="h3">
              {later.admin.kinds[kind].title}
            </Title>
            <Text size="sm" c="dimmed">
              {later.admin.kinds[kind].help}
            </Text>
          </div>
        </Group>
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          disabled={!status.triggerEnabled || inFlight(run)}
          loading={start.isPending && !asking}
          onClick={begin}
          style={{ flex: 'none' }}
        >
          {later.admin.start}
        </Button>
      </Group>
      {start.isError && !asking && (
        <Alert color={collision ? 'amber' : 'rose'} variant="light" mt="md" role="alert">
          {collision ? later.admin.inFlight(collision.run && formatAgo(collision.run.requestedAt)) : explain(start.error)}
        </Alert>
      )}
      <LastRun run={run} />
      <Scheduled pass={status.scheduled[kind]} />
      <Modal opened={asking} onClose={() => setAsking(false)} title={later.admin.secondFactor}>
        <CodeForm lead={later.admin.secondFactorLead} label={later.security.codeOrBackup} action={later.admin.start} mutation={start} />
      </Modal>
    </Card>
  )
}

/** Scheduled shows when a scheduled run was. */
export function Scheduled({ pass }: { pass: TriggerState['scheduled'][TriggerKind] }) {
  return (
    <Text size="sm" c="dimmed" mt="xs" aria-live="polite">
      {pass.running
        ? later.adminSystem.passes.scheduledNow
        : later.admin.scheduled(pass.lastRunAt && formatAgo(pass.lastRunAt), pass.lastSuccessAt && formatAgo(pass.lastSuccessAt))}
    </Text>
  )
}

export function LastRun({ run }: { run: TriggerRun | null }) {
  if (!run) {
    return (
      <Text size="sm" c="dimmed" mt="lg">
        {later.admin.never}
      </Text>
    )
  }
  return (
    <div style={{ marginTop: '1.25rem' }} aria-live="polite">
      <Group gap="xs">
        <Outcome run={run} />
        <Text size="sm" c="dimmed" title={formatInstant(run.requestedAt)}>
          {run.finishedAt
            ? later.admin.finished(formatAgo(run.finishedAt))
            : run.startedAt
              ? later.admin.started(formatAgo(run.startedAt))
              : later.admin.requested(formatAgo(run.requestedAt))}
        </Text>
      </Group>
      {inFlight(run) && (
        <Box mt="sm">
          <Running run={run} />
        </Box>
      )}
      {unread(run) && (
        <Text size="sm" mt="sm">
          {unread(run)}{' '}
          <Anchor component={Link} to="/admin?tab=boards&health=failing" inherit>
            {later.admin.showFailing}
          </Anchor>
        </Text>
      )}
      {run.resultSummary && (
        <Text size="sm" mt="sm" style={{ whiteSpace: 'pre-line' }}>
          {run.resultSummary}
        </Text>
      )}
      {run.errorReason && (
        <Text size="sm" mt="sm" c="var(--mantine-color-error)" style={{ whiteSpace: 'pre-line' }}>
          {run.errorReason}
        </Text>
      )}
    </div>
  )
}
