import { Badge, Button, Divider, Group, Modal, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { ask, identity } from '~/api/client'
import type { Account, Passkey } from '~/api/models'
import { formatAgo, formatInstant } from '~/format/date'
import { passkeysSupported } from '~/session/passkey'
import { QueryState } from '~/shell/states'
import { text } from '~/text'
import { later } from '~/text/later'
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-dialogs'
import { Section } from './section'

const key = ['passkeys']

type Dialog = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** Passkeys lists the account's passkeys and adds, renames and removes them. */
export function Passkeys({ account }: { account: Account }) {
  const client = useQueryClient()
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => ask(identity.GET('/auth/passkeys', { signal })) })
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => {
    setDialog(null)
    // Adding or removing a passkey ends other sessions.
    void client.invalidateQueries({ queryKey: key })
    void client.invalidateQueries({ queryKey: ['sessions'] })
  }
  const titles = { add: text.passkeys.add, rename: text.passkeys.renameTitle, remove: text.passkeys.removeTitle }
  const add = passkeysSupported() && <Button onClick={() => setDialog({ what: 'add' })}>{text.passkeys.add}</Button>
  return (
    <Section title={text.passkeys.title} lead={text.passkeys.lead}>
      <QueryState query={list} lines={1} height={52} />
      {!passkeysSupported() && (
        <Text size="sm" role="note" mb="sm">
          {text.passkeys.unsupported}
        </Text>
      )}
      {list.data?.items.length === 0 && (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" flex="1 1 16rem">
            {text.passkeys.none} {text.passkeys.noneHelp}
          </Text>
          {add}
        </Group>
      )}
      {list.data?.items.map((p, i) => (
        <Fragment key={p.id}>
          {i > 0 && <Divider />}
          <Row
            passkey={p}
            onRename={() => setDialog({ what: 'rename', passkey: p })}
            onRemove={() => setDialog({ what: 'remove', passkey: p })}
          />
        </Fragment>
      ))}
      {!!list.data?.items.length && add && (
        <Group justify="flex-end" mt="sm">
          {add}
        </Group>
      )}
      <Modal opened={dialog !== null} onClose={close} title={dialog && titles[dialog.what]} closeOnClickOutside={false}>
        {dialog?.what === 'add' && <AddPasskey account={account} onDone={close} />}
        {dialog?.what === 'rename' && <RenamePasskey passkey={dialog.passkey} onDone={close} />}
        {dialog?.what === 'remove' && <RemovePasskey account={account} passkey={dialog.passkey} onDone={close} />}
      </Modal>
    </Section>
  )
}

function Row({ passkey: p, onRename, onRemove }: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const used = p.lastUsedAt ? later.security.lastUsed(formatAgo(p.lastUsedAt)) : text.passkeys.neverUsed
  return (
    <Group py="sm" wrap="nowrap" justify="space-between">
      <Group wrap="nowrap" gap="sm" style={{ minWidth: 0 }}>
        <IconFingerprint size={20} stroke={1.6} color="var(--quiet)" aria-hidden style={{ flex: 'none' }} />
        <div style={{ minWidth: 0 }}>
          <Group gap={8}>
            <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
              {p.name}
            </Text>
            {p.synced && (
              <Badge size="sm" variant="light" tt="none">
                {text.passkeys.synced}
              </Badge>
            )}
            {p.suspect && (
              <Badge size="sm" variant="light" color="rose" tt="none">
                {text.passkeys.suspect}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {[text.passkeys.addedOn(formatInstant(p.createdAt)), used].join(' · ')}
          </Text>
          {p.suspect && <Text size="xs">{text.passkeys.suspectHelp}</Text>}
        </div>
      </Group>
      <Group gap="xs" style={{ flex: 'none' }}>
        <Button size="xs" variant="default" onClick={onRename} aria-label={text.passkeys.renameOne(p.name)}>
          {text.passkeys.rename}
        </Button>
        <Button size="xs" variant="default" onClick={onRemove} aria-label={text.passkeys.removeOne(p.name)}>
          {text.passkeys.remove}
        </Button>
      </Group>
    </Group>
  )
}
