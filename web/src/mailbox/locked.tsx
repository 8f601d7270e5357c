import { Button, Stack, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { Page } from '~/shell/page'
import { Empty } from '~/shell/states'
import { text } from '~/text'
import { keepMailboxToken, mailboxToken } from './token'

/** Locked asks for the mailbox's token. */
export function Locked({ retry }: { retry: () => void }) {
  const [token, setToken] = useState('')
  const [tried] = useState(() => mailboxToken() !== '')
  return (
    <Page title={text.mailbox.title} narrow>
      <Empty icon={IconLock} title={text.mailbox.locked}>
        {text.mailbox.lockedHint}
      </Empty>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          keepMailboxToken(token)
          retry()
        }}
      >
        <Stack maw={420} mx="auto">
          <TextInput
            label={text.mailbox.token}
            value={token}
            onChange={(e) => setToken(e.currentTarget.value)}
            error={tried && !token && text.mailbox.tokenWrong}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <Button type="submit" disabled={!token.trim()}>
            {text.mailbox.unlock}
          </Button>
        </Stack>
      </form>
    </Page>
  )
}
