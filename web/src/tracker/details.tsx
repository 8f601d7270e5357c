import { ActionIcon, Anchor, Button, Card, Grid, Group, Menu, Spoiler, Stack, Text, Title } from '@mantine/core'
import { IconArchive, IconChevronDown, IconDots, IconExternalLink, IconFileUnknown, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from 'react-router'
import { hasStatus } from '~/api/error'
import { applicationStatuses } from '~/api/enums'
import type { ApplicationDetails } from '~/api/models'
import { dotted } from '~/format/bidi'
import { tidyPlace } from '~/format/place'
import { CompanyLogo } from '~/jobs/company-logo'
import { RichText } from '~/jobs/rich-text'
import { NotKept } from '~/offline/pages'
import { ApplicationReminders } from '~/reminders/application-reminders'
import { BackLink } from '~/shell/back-link'
import { Page, useTitle } from '~/shell/page'
import pageClasses from '~/shell/page.module.css'
import { Lines, PageSkeleton } from '~/shell/skeletons'
import { Empty, Failure } from '~/shell/states'
import { text } from '~/text'
import { useBulk } from './bulk'
import { Dot } from './dot'
import { Facts } from './facts'
import { Archived, Tags } from './filing'
import { Ghosted } from './ghosted'
import { NextStep } from './next-step'
import { Notes } from './notes'
import { useMove } from './moves'
import { useApplication, useRemove } from './queries'
import { History } from './timeline'

/** Details shows everything about one application. */
export default function Details() {
  const id = useParams().id ?? ''
  const { data, error, isPlaceholderData, isPaused, refetch } = useApplication(id)
  useTitle(data ? data.job.title : text.nav.tracker)
  if (hasStatus(error, 404)) {
    return (
      <Page title={text.nav.tracker} narrow>
        <Empty
          icon={IconFileUnknown}
          title={text.tracker.gone}
          action={
            <Button component={Link} to="/tracker">
              {text.start.openTracker}
            </Button>
          }
        >
          {text.tracker.goneHint}
        </Empty>
      </Page>
    )
  }
  if (!data && isPaused) return <NotKept />
  if (!data && !error) return <PageSkeleton />
  if (!data) {
    return (
      <Page title={text.nav.tracker} narrow>
        <Failure error={error} retry={refetch} />
      </Page>
    )
  }
  return (
    <div className={pageClasses.page}>
      <BackLink to="/tracker">{text.nav.tracker}</BackLink>
      <Head application={data} />
      {!isPlaceholderData && <Ghosted application={data} />}
      {data.archivedAt && <Archived id={data.id} />}
      <Grid gap="lg" mt="lg">
        <Grid.Col span={{ base: 12, md: 7.5 }}>
          <Stack gap="lg">
            <NextStep key={`step${data.id}`} application={data} />
            <Notes key={`notes${data.id}`} application={data} fresh={!isPlaceholderData} />
            {data.jobDescription && (
              <Card component="section">
                <Title order={2} fz="h3" mb="xs">
                  {text.tracker.description}
                </Title>
                <Text size="xs" c="dimmed" mb="md">
                  {text.tracker.descriptionHint}
                </Text>
                <Spoiler
                  maxHeight={260}
                  styles={{ control: { fontSize: 'var(--mantine-font-size-sm)' } }}
                  showLabel={text.showMore}
                  hideLabel={text.showLess}
                >
                  <RichText html={data.jobDescription} />
                </Spoiler>
              </Card>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4.5 }}>
          <Stack gap="lg">
            <ApplicationReminders application={data} />
            <Facts key={`facts${data.id}`} application={data} complete={!isPlaceholderData} />
            <Card component="section">
              <Title order={2} fz="h3" mb="md">
                {text.tracker.timeline}
              </Title>
              {!isPlaceholderData ? (
                <History application={data} />
              ) : isPaused ? (
                <Text c="dimmed">{text.phone.partNotKept}</Text>
              ) : (
                <Lines count={2} height={36} />
              )}
            </Card>
          </Stack>
        </Grid.Col>
      </Grid>
    </div>
  )
}

function Head({ application: a }: { application: ApplicationDetails }) {
  const move = useMove()
  const archive = useBulk()
  const remove = useRemove()
  const navigate = useNavigate()
  const destroy = () => remove.mutate(a, { onSuccess: () => void navigate('/tracker') })
  return (
    <Group justify="space-between" align="flex-start" mt="md" gap="md">
      <Group wrap="nowrap" align="flex-start" gap="md" style={{ minWidth: 0, flex: '1 1 22rem' }}>
        <CompanyLogo name={a.job.company} url={a.job.companyLogoUrl} size={56} />
        <div style={{ minWidth: 0 }}>
          <Title order={1} fz="1.5rem" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{a.job.title}</bdi>
          </Title>
          <Text c="dimmed">{dotted(a.job.company, tidyPlace(a.job.location))}</Text>
          <Group gap="md" mt={4}>
            {a.job.url && (
              <Anchor href={a.job.url} target="_blank" rel="noopener noreferrer" size="sm">
                {text.jobs.openPosting}
                <IconExternalLink size={13} aria-hidden style={{ marginInlineStart: 4 }} />
              </Anchor>
            )}
            {a.jobPostId && (
              <Anchor component={Link} to={`/find?job=${a.jobPostId}`} size="sm">
                {text.tracker.inSearch}
              </Anchor>
            )}
          </Group>
          <Tags application={a} />
        </div>
      </Group>
      <Group gap="xs">
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<Dot status={a.status} />}
              rightSection={<IconChevronDown size={16} />}
              aria-label={text.tracker.statusIs(text.status[a.status])}
            >
              {text.status[a.status]}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{text.tracker.moveTo}</Menu.Label>
            {applicationStatuses
              .filter((s) => s !== a.status)
              .map((s) => (
                <Menu.Item key={s} onClick={() => move.mutate({ id: a.id, status: s })} leftSection={<Dot status={s} />}>
                  {text.status[s]}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={text.tracker.more} loading={remove.isPending || archive.isPending}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!a.archivedAt && (
              <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => archive.mutate({ ids: [a.id], action: 'archive' })}>
                {text.tracker.archive}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconTrash size={16} />} c="var(--mantine-color-error)" onClick={destroy}>
              {text.tracker.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Group>
  )
}
