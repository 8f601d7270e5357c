import { Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ask, identity } from '~/api/client'
import { explain } from '~/api/error'
import type { Account, Passkey } from '~/api/models'
import { explainPasskey, makePasskey } from '~/session/passkey'
import { FormButtons } from '~/shell/buttons'
import { Problem } from '~/shell/states'
import { said } from '~/shell/toast'
import { text } from '~/text'
import { type Confirmation, ConfirmForm } from './confirm-form'
import { deviceOf } from './device'

/** AddPasskey creates a passkey, after the user has confirmed with the password. */
export function AddPasskey({ account, onDone }: { account: Account; onDone: () => void }) {
  const [name, setName] = useState(deviceOf(navigator.userAgent))
  const add = useMutation({
    mutationFn: async (by: Confirmation) => {
      const asked = await ask(identity.POST('/auth/passkeys/registration/begin', { body: by }))
      const credential = await makePasskey(asked)
      const body = { ceremonyId: asked.ceremonyId, name: name.trim(), credential }
      return ask(identity.POST('/auth/passkeys/registration/finish', { body }))
    },
    onSuccess: () => {
      said(text.passkeys.added)
      onDone()
    },
  })
  return (
    <ConfirmForm
      account={account}
      lead={text.passkeys.addLead}
      action={text.passkeys.continue}
      pending={add.isPending}
      error={add.error}
      explain={explainPasskey}
      onConfirm={(by) => name.trim() && add.mutate(by)}
    >
      <TextInput
        label={text.passkeys.name}
        description={text.passkeys.nameHelp}
        value={name}
        onChange={(e) => setName(e.currentTarget.value)}
        maxLength={100}
        error={!name.trim() && text.auth.needed}
      />
    </ConfirmForm>
  )
}

export function RemovePasskey({ account, passkey, onDone }: { account: Account; passkey: Passkey; onDone: () => void }) {
  const remove = useMutation({
    mutationFn: (body: Confirmation) => ask(identity.DELETE('/auth/passkeys/{id}', { params: { path: { id: passkey.id } }, body })),
    onSuccess: () => {
      said(text.passkeys.removed)
      onDone()
    },
  })
  return (
    <ConfirmForm
      account={account}
      lead={text.passkeys.removeLead(passkey.name)}
      action={text.passkeys.remove}
      danger
      pending={remove.isPending}
      error={remove.error}
      explain={explain}
      onConfirm={remove.mutate}
    />
  )
}

export function RenamePasskey({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useMutation({
    mutationFn: () => ask(identity.PATCH('/auth/passkeys/{id}', { params: { path: { id: passkey.id } }, body: { name: name.trim() } })),
    onSuccess: () => {
      said(text.passkeys.renamed)
      onDone()
    },
  })
  const submit = (e: FormEvent) => {
    e.preventDefault()
    rename.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Problem error={rename.error} />
        <TextInput
          label={text.passkeys.name}
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          maxLength={100}
          data-autofocus
        />
        <FormButtons action={text.save} disabled={!name.trim()} loading={rename.isPending} />
      </Stack>
    </form>
  )
}
