import { Alert, Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconCheck, IconMail, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ask, identity } from '~/api/client'
import type { FindingLevel, SystemState } from '~/api/models'
import { formatBytes } from '~/format/number'
import { MailboxLink, usePlatform } from '~/shell/notices'
import { Problem, QueryState } from '~/shell/states'
import { later } from '~/text/later'
import { BackupCard } from './backups'
import { useFailingBoards } from './board-queries'
import { SearchIndex } from './search-index'
import { Section } from './section'
import { Services } from './services'
import classes from './system.module.css'

const t = later.adminSystem.system

const levelColor: Record<FindingLevel, string> = { ok: 'pine', note: 'amber', failure: 'rose' }

/** System shows the state of the installation: checks, mail, services, search index, storage and backups. */
export function System() {
  const query = useQuery({
    queryKey: ['admin', 'system'],
    queryFn: ({ signal }) => ask(identity.GET('/auth/admin/system', { signal })),
    staleTime: 60_000,
  })
  const failing = useFailingBoards()
  return (
    <Stack gap="lg">
      <Section
        title={t.checks}
        help={t.checksHelp}
        action={
          <Button
            variant="default"
            size="sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={query.isFetching}
            onClick={() => void Promise.all([query.refetch(), failing.refetch()])}
          >
            {t.checkAgain}
          </Button>
        }
      >
        <QueryState query={query} lines={2} height={28} />
        {query.data && <Findings findings={query.data.findings} failing={failing.data} />}
      </Section>
      <Mail />
      <Services />
      <SearchIndex />
      <BackupCard />
      {query.data?.folder && <Folder folder={query.data.folder} />}
    </Stack>
  )
}

/** Findings shows what needs attention first, boards that cannot be read among it; the rest on request. */
export function Findings({ findings, failing = 0 }: { findings: SystemState['findings']; failing?: number }) {
  const [all, setAll] = useState(false)
  const open = findings.filter((f) => f.level !== 'ok')
  const shown = all ? [...open, ...findings.filter((f) => f.level === 'ok')] : open
  return (
    <Stack gap="xs">
      {open.length === 0 && failing === 0 && (
        <Group gap={6}>
          <IconCheck size={18} color="var(--accent)" aria-hidden />
          <Text size="sm">{t.fine}</Text>
        </Group>
      )}
      {(failing > 0 || shown.length > 0) && (
        <ul className={classes.findings}>
          {failing > 0 && (
            <Finding level="note" name={later.admin.tabs.boards}>
              <Anchor component={Link} to="/admin?tab=boards&health=failing" inherit>
                {t.failingBoards(failing)}
              </Anchor>
            </Finding>
          )}
          {shown.map((f, i) => (
            <Finding key={i} level={f.level} name={t.checkNames[f.name] ?? f.name}>
              {withCode(sentence(f.detail))}
            </Finding>
          ))}
        </ul>
      )}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setAll(!all)}
          aria-expanded={all}
          style={{ marginInlineStart: 'calc(-1 * var(--button-padding-x))' }} // its letters begin where the lines above do
        >
          {all ? t.fewerChecks : t.allChecks(findings.length)}
        </Button>
      </div>
    </Stack>
  )
}

function Finding({ level, name, children }: { level: FindingLevel; name: string; children: ReactNode }) {
  return (
    <li>
      <span>
        <Badge color={levelColor[level]} variant="light" tt="none">
          {t.level[level]}
        </Badge>
      </span>
      <b>{name}</b>
      <span className={classes.detail}>{children}</span>
    </li>
  )
}

/** sentence begins what a check says in capitals and ends it with a full stop. A single value, or a name at the begin, stays as it is. */
export function sentence(detail: string): string {
  if (!detail.includes(' ')) return detail
  const begun = /^[a-z]+[ ,]/.test(detail) ? detail.charAt(0).toUpperCase() + detail.slice(1) : detail
  return /[.!?)]$/.test(begun) ? begun : `${begun}.`
}

/** withCode sets paths, settings and quoted commands apart from the words around them. */
function withCode(detail: string): ReactNode[] {
  const parts = detail.split(/(`[^`]+`|(?<![\w:/])\/[\w.-]+(?:\/[\w.-]*\w)+|\b[A-Z]+(?:_[A-Z]+)+(?:=[^\s)]*\w)?)/)
  return parts.map((part, i) => (i % 2 === 1 ? <code key={i}>{part.replaceAll('`', '')}</code> : part))
}

/** Mail sends a test mail and shows what the mail server said, or that the mail is in the local mailbox. */
export function Mail() {
  const local = usePlatform().data?.mail === 'local'
  const send = useMutation({ mutationFn: () => ask(identity.POST('/auth/admin/test-mail', {})) })
  return (
    <Section
      title={t.mail}
      help={t.mailHelp}
      action={
        <Button
          variant="default"
          size="sm"
          leftSection={<IconMail size={16} aria-hidden />}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {t.sendMail}
        </Button>
      }
    >
      {local && !send.data && (
        <Text size="sm">
          <MailboxLink />
        </Text>
      )}
      <Problem error={send.error} />
      {send.data && !send.data.error && (
        <Alert color="pine" variant="light" role="status">
          {local ? t.mailKept(send.data.to) : t.mailSent(send.data.to)} <MailboxLink />
        </Alert>
      )}
      {send.data?.error && (
        <Alert color="rose" variant="light" role="alert" title={t.mailFailed(send.data.to)}>
          <span style={{ overflowWrap: 'anywhere' }}>{send.data.error}</span>
        </Alert>
      )}
    </Section>
  )
}

function Folder({ folder }: { folder: NonNullable<SystemState['folder']> }) {
  return (
    <Section title={t.folder} help={`${folder.path} · ${t.free(formatBytes(folder.freeBytes))}`}>
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {folder.entries.map((e) => (
          <Group key={e.name} component="li" justify="space-between" maw="24rem" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {e.name}
            </Text>
            <Text size="sm" className="numeric" style={{ flex: 'none' }}>
              {formatBytes(e.bytes)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
