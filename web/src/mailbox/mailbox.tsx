import { Button, Group, SegmentedControl, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconMail, IconMailOff, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ask, gateway } from '~/api/client'
import { hasStatus } from '~/api/error'
import { formatAgo, formatInstant } from '~/format/date'
import { Copy } from '~/shell/buttons'
import { Page } from '~/shell/page'
import { Pager } from '~/shell/pager'
import { Lines } from '~/shell/skeletons'
import { Empty, Failure } from '~/shell/states'
import { failed } from '~/shell/toast'
import { text } from '~/text'
import { Locked } from './locked'
import classes from './mailbox.module.css'
import { mailboxToken } from './token'

const key = ['mailbox']
const header = () => ({ 'X-Mailbox-Token': mailboxToken() })

/** codeIn returns the 6-digit code in an email. */
export function codeIn(mail: string): string | null {
  return /(?<![\d#-])\d{6}(?![\d-])/.exec(mail)?.[0] ?? null
}

/** Mailbox shows the emails that are kept on this machine because there is no mail server. */
export default function Mailbox() {
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const [page, setPage] = useState(1)
  const list = useQuery({
    queryKey: [...key, 'list', page],
    queryFn: ({ signal }) => {
      const params = { query: { page: page - 1, size: 20 }, header: header() }
      return ask(gateway.GET('/mailbox/messages', { params, signal }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: (q) => (hasStatus(q.state.error, 403, 404) ? false : 4000),
  })
  const clear = useMutation({
    mutationFn: () => ask(gateway.DELETE('/mailbox/messages', { params: { header: header() } })),
    onError: failed,
    onSuccess: () => setParams({}),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  const mails = list.data?.content ?? []
  const shown = params.get('mail') ?? mails[0]?.id ?? null
  if (hasStatus(list.error, 404)) {
    return (
      <Page title={text.mailbox.title} narrow>
        <Empty icon={IconMailOff} title={text.mailbox.closed}>
          {text.mailbox.closedHint}
        </Empty>
      </Page>
    )
  }
  if (hasStatus(list.error, 403)) return <Locked key={list.errorUpdatedAt} retry={list.refetch} />
  return (
    <Page
      title={text.mailbox.title}
      lead={text.mailbox.lead}
      actions={
        <Button
          variant="default"
          leftSection={<IconTrash size={16} />}
          disabled={mails.length === 0}
          loading={clear.isPending}
          onClick={() => clear.mutate()}
        >
          {text.mailbox.clear}
        </Button>
      }
    >
      {list.isPending && <Lines count={4} />}
      {list.isError && !list.data && <Failure error={list.error} retry={list.refetch} />}
      {list.isSuccess && mails.length === 0 && (
        <Empty icon={IconMail} title={text.mailbox.empty}>
          {text.mailbox.emptyHint}
        </Empty>
      )}
      {mails.length > 0 && (
        <div className={classes.box}>
          <div className={classes.list} tabIndex={0} role="region" aria-label={text.mailbox.title}>
            <ul>
              {mails.map((m) => (
                <li key={m.id}>
                  <UnstyledButton
                    className={classes.mail}
                    aria-current={m.id === shown || undefined}
                    onClick={() => setParams({ mail: m.id }, { replace: true })}
                  >
                    <Text size="sm" fw={570} truncate>
                      {m.subject}
                    </Text>
                    <Text size="xs" c="dimmed" truncate>
                      {m.to} · {formatAgo(m.receivedAt)}
                    </Text>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            <Pager size="sm" mt={0} py="sm" pages={list.data?.totalPages} page={page} onChange={setPage} />
          </div>
          <div>{shown && <Message key={shown} id={shown} />}</div>
        </div>
      )}
    </Page>
  )
}

function Message({ id }: { id: string }) {
  const [form, setForm] = useState('html')
  const mail = useQuery({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => ask(gateway.GET('/mailbox/messages/{id}', { params: { path: { id }, header: header() }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (mail.isError) return <Failure error={mail.error} retry={mail.refetch} />
  if (!mail.data) return <Lines count={3} />
  const m = mail.data
  const code = codeIn(m.text)
  return (
    <Stack p="lg" gap="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Title order={2} fz="h3">
            {m.subject}
          </Title>
          <Text size="sm" c="dimmed">
            {text.mailbox.to(m.to)} · {formatInstant(m.receivedAt)}
          </Text>
        </div>
        {m.html && (
          <SegmentedControl
            size="xs"
            value={form}
            onChange={setForm}
            data={[
              { value: 'html', label: text.mailbox.asPage },
              { value: 'text', label: text.mailbox.asText },
            ]}
            aria-label={text.mailbox.form}
          />
        )}
      </Group>
      {code && <Copy value={code} label={text.mailbox.copyCode(code)} variant="light" style={{ alignSelf: 'flex-start' }} />}
      {m.html && form === 'html' ? (
        // The sandbox keeps an email from running scripts; its links may open a new tab.
        <iframe
          className={classes.frame}
          sandbox="allow-popups allow-popups-to-escape-sandbox" srcDoc={`<base target="_blank">${m.html}`}
          title={m.subject}
        />
      ) : (
        <Text component="pre" size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontFamily: 'inherit', margin: 0 }}>
          {m.text}
        </Text>
      )}
    </Stack>
  )
}
