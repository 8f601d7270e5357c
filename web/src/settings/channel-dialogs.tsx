import { Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { fieldErrors } from '~/api/error'
import type { AddedChannel, NewChannel } from '~/api/models'
import { Copy, FormButtons } from '~/shell/buttons'
import { Problem } from '~/shell/states'
import { failed, said } from '~/shell/toast'
import { filled } from '~/shell/validate'
import { later } from '~/text/later'
import { type Channel, useAddChannel, useRemoveChannel } from './channel-queries'
import { endSubscription } from './push'

/** useAdd sends a form that adds a channel and puts errors beside their fields. */
function useAdd(form: { setErrors: (errors: Record<string, string>) => void }, onDone: (added: AddedChannel) => void) {
  const add = useAddChannel()
  const send = (body: NewChannel) =>
    add.mutate(body, { onSuccess: onDone, onError: (error) => form.setErrors(fieldErrors(error)) })
  return { add, send }
}

/** What a receiver has to do, in a language that most people can read. */
const verifyCode = `import base64, hashlib, hmac

def is_from_rolecall(secret, headers, body):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    head = headers["Webhook-Id"] + "." + headers["Webhook-Timestamp"] + "."
    mac = hmac.new(key, head.encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(mac).decode()
    return hmac.compare_digest(expected, headers["Webhook-Signature"])`

const required = { required: true, withAsterisk: false } as const

/** AddNtfy adds an ntfy topic. */
export function AddNtfy({ onDone }: { onDone: () => void }) {
  const form = useForm({
    initialValues: { name: later.channels.kinds.NTFY, address: 'https://ntfy.sh', topic: '', token: '' },
    validate: { name: filled, address: filled, topic: filled },
  })
  const { add, send } = useAdd(form, () => {
    said(later.channels.added)
    onDone()
  })
  return (
    <form onSubmit={form.onSubmit((v) => send({ kind: 'NTFY', ...v, token: v.token.trim() || null }))} noValidate>
      <Stack>
        <Text size="sm">{later.channels.ntfyLead}</Text>
        <Problem error={add.error} form={form} />
        <TextInput label={later.channels.name} maxLength={100} {...required} {...form.getInputProps('name')} />
        <TextInput label={later.channels.ntfyServer} inputMode="url" {...required} {...form.getInputProps('address')} />
        <TextInput
          label={later.channels.ntfyTopic}
          description={later.channels.ntfyTopicHelp}
          maxLength={64}
          autoComplete="off"
          data-autofocus
          {...required}
          {...form.getInputProps('topic')}
        />
        <TextInput
          label={later.channels.ntfyToken}
          description={later.channels.ntfyTokenHelp}
          maxLength={500}
          autoComplete="off"
          {...form.getInputProps('token')}
        />
        <FormButtons action={later.channels.addNtfy} loading={add.isPending} />
      </Stack>
    </form>
  )
}

/** AddWebhook adds a webhook and hands over its secret. */
export function AddWebhook({ onDone }: { onDone: (secret: string) => void }) {
  const form = useForm({
    initialValues: { name: later.channels.kinds.WEBHOOK, address: '' },
    validate: { name: filled, address: filled },
  })
  const { add, send } = useAdd(form, ({ secret }) => onDone(secret!))
  return (
    <form onSubmit={form.onSubmit((v) => send({ kind: 'WEBHOOK', ...v }))} noValidate>
      <Stack>
        <Text size="sm">{later.channels.webhookLead}</Text>
        <Problem error={add.error} form={form} />
        <TextInput label={later.channels.name} maxLength={100} {...required} {...form.getInputProps('name')} />
        <TextInput
          label={later.channels.webhookAddress}
          placeholder="https://"
          inputMode="url"
          maxLength={2000}
          data-autofocus
          {...required}
          {...form.getInputProps('address')}
        />
        <FormButtons action={later.channels.addWebhook} loading={add.isPending} />
      </Stack>
    </form>
  )
}

/** Secret shows the secret of a new webhook, once, and how a receiver checks signatures. */
export function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Stack>
      <Text size="sm">{later.channels.secretLead}</Text>
      <Group align="flex-end" gap="xs">
        <TextInput
          label={later.channels.secret}
          readOnly
          value={secret}
          style={{ flex: '1 1 16rem' }}
          onFocus={(e) => e.currentTarget.select()}
        />
        <Copy value={secret} />
      </Group>
      <div>
        <Text size="sm" fw={550}>
          {later.channels.verifyTitle}
        </Text>
        <Text size="sm" c="dimmed">
          {later.channels.verifyLead}
        </Text>
      </div>
      <Code block tabIndex={0} style={{ overflowX: 'auto' }}>
        {verifyCode}
      </Code>
      <FormButtons action={later.channels.secretKept} onClick={onDone} />
    </Stack>
  )
}

/** RemoveChannel removes a channel after a confirmation: its secret cannot be restored. */
export function RemoveChannel({ channel, own, onDone }: { channel: Channel; own: boolean; onDone: () => void }) {
  const remove = useRemoveChannel()
  const act = useMutation({
    mutationFn: async () => {
      await remove.mutateAsync(channel.id)
      if (own) await endSubscription()
    },
    onSuccess: () => {
      said(later.channels.removed)
      onDone()
    },
    onError: failed,
  })
  return (
    <>
      <Text size="sm">{later.channels.removeLead(channel.name)}</Text>
      <FormButtons
        mt="lg"
        onCancel={onDone}
        focusCancel
        color="rose"
        action={later.channels.remove}
        loading={act.isPending}
        onClick={act.mutate}
      />
    </>
  )
}
