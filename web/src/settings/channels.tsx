import { Button, Divider, Group, Modal, Text } from '@mantine/core'
import { IconBroadcast, IconBrowserCheck, IconWebhook } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { QueryState } from '~/shell/states'
import { failed, said } from '~/shell/toast'
import { text } from '~/text'
import { later } from '~/text/later'
import { AddNtfy, AddWebhook, RemoveChannel, Secret } from './channel-dialogs'
import { Deliveries } from './channel-deliveries'
import { type Channel, channelsQuery, useAddChannel } from './channel-queries'
import { ChannelRow } from './channel-row'
import { deviceOf } from './device'
import { keepRenewal, ownFingerprint, PushRefused, pushObstacle, subscribe } from './push'
import { Section } from './section'
import { SettingsPage } from './settings-page'

type Dialog = { what: 'ntfy' | 'webhook' } | { what: 'secret'; secret: string } | { what: 'remove' | 'history'; channel: Channel }

/** Channels lists where the user gets notifications outside the app, and adds, changes and removes them. */
export default function Channels() {
  const list = useQuery(channelsQuery)
  const own = useQuery({ queryKey: ['push-fingerprint', list.data?.items.length], queryFn: ownFingerprint })
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const titles = {
    ntfy: later.channels.addNtfy,
    webhook: later.channels.addWebhook,
    secret: later.channels.secretTitle,
    remove: later.channels.removeTitle,
    history: later.channels.history,
  }
  const isOwn = (c: Channel) => c.fingerprint !== null && c.fingerprint === own.data
  return (
    <SettingsPage tab="channels">
      <Section title={text.settings.channels} lead={later.channels.lead}>
        <QueryState query={list} lines={2} height={64} />
        {list.data?.items.length === 0 && (
          <Text size="sm" c="dimmed">
            {later.channels.none}
          </Text>
        )}
        {list.data?.items.map((c, i) => (
          <Fragment key={c.id}>
            {i > 0 && <Divider />}
            <ChannelRow
              channel={c}
              own={isOwn(c)}
              onRemove={() => setDialog({ what: 'remove', channel: c })}
              onHistory={() => setDialog({ what: 'history', channel: c })}
            />
          </Fragment>
        ))}
      </Section>
      {list.data && (
        <Section title={later.channels.addTitle} lead={later.channels.browserHelp}>
          <Group gap="xs">
            <AddBrowser pushKey={list.data.pushKey} added={list.data.items.some(isOwn)} />
            <Button variant="default" leftSection={<IconBroadcast size={16} />} onClick={() => setDialog({ what: 'ntfy' })}>
              {later.channels.addNtfy}
            </Button>
            <Button variant="default" leftSection={<IconWebhook size={16} />} onClick={() => setDialog({ what: 'webhook' })}>
              {later.channels.addWebhook}
            </Button>
          </Group>
        </Section>
      )}
      <Modal
        opened={dialog !== null}
        onClose={close}
        title={dialog && titles[dialog.what]}
        size={dialog?.what === 'secret' || dialog?.what === 'history' ? 'lg' : 'md'}
        closeOnClickOutside={dialog?.what !== 'secret'}
        withCloseButton={dialog?.what !== 'secret'}
        closeOnEscape={dialog?.what !== 'secret'}
      >
        {dialog?.what === 'ntfy' && <AddNtfy onDone={close} />}
        {dialog?.what === 'webhook' && <AddWebhook onDone={(secret) => setDialog({ what: 'secret', secret })} />}
        {dialog?.what === 'secret' && <Secret secret={dialog.secret} onDone={close} />}
        {dialog?.what === 'remove' && <RemoveChannel channel={dialog.channel} own={isOwn(dialog.channel)} onDone={close} />}
        {dialog?.what === 'history' && <Deliveries channel={dialog.channel} />}
      </Modal>
    </SettingsPage>
  )
}

/** AddBrowser asks for permission on a click, never before. */
function AddBrowser({ pushKey, added }: { pushKey: string; added: boolean }) {
  const [obstacle, setObstacle] = useState(pushObstacle)
  const [problem, setProblem] = useState<string | null>(null)
  const add = useAddChannel()
  const join = useMutation({
    mutationFn: async () => {
      const subscription = await subscribe(pushKey)
      return add.mutateAsync({ kind: 'WEB_PUSH', name: deviceOf(navigator.userAgent), ...subscription })
    },
    onMutate: () => setProblem(null),
    onSuccess: async ({ channel, secret }) => {
      await keepRenewal({ id: channel.id, key: secret!, pushKey })
      said(later.channels.browserAdded)
    },
    onError: (error) => {
      setObstacle(pushObstacle())
      if (error instanceof PushRefused) setProblem(later.channels.refused)
      else if (error instanceof DOMException) setProblem(later.channels.pushFailed)
      else failed(error)
    },
  })
  if (added) return null
  const reason = obstacle ? later.channels.obstacles[obstacle] : problem
  return (
    <>
      {reason && (
        <Text size="sm" role="note" w="100%">
          {reason}
        </Text>
      )}
      {!obstacle && (
        <Button leftSection={<IconBrowserCheck size={16} />} loading={join.isPending} onClick={() => join.mutate()}>
          {later.channels.addBrowser}
        </Button>
      )}
    </>
  )
}
