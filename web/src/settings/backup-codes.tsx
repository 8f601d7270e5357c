import { Alert, Button, Checkbox, Code, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { text } from '~/text'
import { download } from '~/tracker/download'

/** BackupCodes shows the codes the only time they can be shown. */
export function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [kept, setKept] = useState(false)
  const list = codes.join('\n')
  return (
    <Stack>
      <Alert color="amber" variant="light">
        {text.security.backupLead}
      </Alert>
      <SimpleGrid cols={2} spacing="xs" component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }} data-testid="backup-codes">
        {codes.map((c) => (
          <li key={c}>
            <Code block fz="md" ta="center">
              {c}
            </Code>
          </li>
        ))}
      </SimpleGrid>
      <Group grow>
        <CopyButton value={list}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}>
              {copied ? text.copied : text.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => download(new Blob([`${text.security.backupFile}\n\n${list}\n`], { type: 'text/plain' }), 'rolecall-backup-codes.txt')}>
          {text.download}
        </Button>
      </Group>
      <Checkbox label={text.security.backupKept} checked={kept} onChange={(e) => setKept(e.currentTarget.checked)} />
      <Group justify="flex-end">
        <Button disabled={!kept} onClick={onDone}>
          {text.done}
        </Button>
      </Group>
    </Stack>
  )
}
